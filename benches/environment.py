"""An environment with the packages of other extractors, for the benchmarks that compare with them."""
import os
import pathlib
import subprocess
import sys


def enter(here, name):
    """The folder of the environment `name`: here/requirements.txt and here/package.json are installed
    there.

    Runs the program again by the Python of the environment, unless it already is that one.
    """
    target = os.environ.get("CARGO_TARGET_DIR") or here.parent.parent / "target"
    tools = pathlib.Path(target).resolve() / name
    python = tools / "venv" / "bin" / "python"
    if pathlib.Path(sys.prefix) == tools / "venv":
        return tools
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", tools / "venv"], check=True)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    # Older ones fail at a requirement with an extra, as newspaper4k has.
    subprocess.run([*pip, "--upgrade", "pip"], check=True)
    subprocess.run([*pip, "-r", here / "requirements.txt"], check=True)
    # Modules are found from the folder of the script.
    for file in ("package.json", "peers.mjs"):
        (tools / file).write_bytes((here / file).read_bytes())
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=tools, check=True)
    os.execv(python, [python, *sys.argv])
