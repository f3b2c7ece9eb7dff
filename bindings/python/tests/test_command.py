import subprocess
import sys
import sysconfig
from pathlib import Path

import trommel


def test_the_command_comes_with_the_package(command):
    out, _, code = command("--version")
    assert (out.strip(), code) == (f"trommel {trommel.__version__}", 0)
    script = Path(sysconfig.get_path("scripts")) / "trommel"
    done = subprocess.run([script, "--version"], capture_output=True, text=True)
    assert (done.stdout, done.returncode) == (out, 0)


def test_the_command_reads_standard_input(command):
    out, _, code = command(stdin=b"<title>Rain</title><p>It rained for three days.")
    assert (out, code) == ("It rained for three days.\n", 0)


def test_exit_codes_are_those_of_the_command(command):
    assert command(stdin=b"")[2] == 1
    out, err, code = command("no/such/page.html")
    assert (out, code) == ("", 2) and err.startswith("trommel: no/such/page.html: expected a file")
    assert command("--no-such-flag")[2] == 2


def test_parquet_is_referred_to_arrow(command, tmp_path):
    rows = tmp_path / "rows.jsonl"
    rows.write_text('{"html": "<p>It rained for three days."}\n')
    for args in ["-o", tmp_path / "x.parquet"], ["-o", "-", "--format", "parquet"]:
        out, err, code = command("batch", rows, *args)
        assert (out, code, err.count("\n")) == ("", 2, 1) and "read_warc(FILE).to_arrow()" in err, err


def test_an_interruption_ends_the_command():
    import signal

    process = subprocess.Popen([sys.executable, "-m", "trommel"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write(b"<p>")
    process.stdin.flush()
    # It says nothing until the end of its input; by then it has begun.
    import time

    time.sleep(0.7)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=5) == -signal.SIGINT
    process.stdin.close()
    process.stdout.close()
