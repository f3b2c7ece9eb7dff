"""Compares Markdown with gold Markdown by four figures between 0 and 1, for run.py.

text     edit distance: 1 - distance / length of the longer one. Text of all blocks, a line each, without
         tables, code blocks, formulas and marks of format
tables   tree edit distance similarity (TEDS): 1 - distance / nodes of the larger tree
code     blocks that are the same, as F1
formulas formulas that are the same, as F1

Markdown is read as CommonMark with tables, definition lists, footnotes, and formulas in `$…$`, `$$…$$`, `\\(…\\)`,
`\\[…\\]` and the form of GitLab. Tables may be HTML. A figure is None if the gold has nothing of its kind.
"""
import collections
import re
from dataclasses import dataclass, field

from apted import APTED, Config
from bs4 import BeautifulSoup
from markdown_it import MarkdownIt
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from rapidfuzz.distance import Levenshtein

FIGURES = ("text", "tables", "code", "formulas")

PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).use(deflist_plugin).use(
    dollarmath_plugin, allow_space=False, allow_digits=False)
FENCE = re.compile(r" {0,3}(?:>\s*)*\s*(`{3,}|~{3,})")
# Formulas in brackets; converters write the backslash twice.
BRACKETS = (
    (re.compile(r"\\?\\\((.+?)\\?\\\)"), "$%s$"),
    (re.compile(r"\\?\\\[(.+?)\\?\\\]", re.S), "$$%s$$"),
)


@dataclass
class Document:
    """What the figures compare."""
    lines: list = field(default_factory=list)
    tables: list = field(default_factory=list)
    code: list = field(default_factory=list)
    formulas: list = field(default_factory=list)


@dataclass
class Cell:
    text: str
    # Covered by the span of an earlier cell: may be empty or repeat its text.
    covered: bool = False


@dataclass
class Node:
    kind: str
    text: str = ""
    covered: bool = False
    children: list = field(default_factory=list)


def compare(gold, markdown):
    """The figures of one page as a dict."""
    gold, found = read(gold), read(markdown)
    lines = "\n".join(gold.lines), "\n".join(found.lines)
    return {
        "text": Levenshtein.normalized_similarity(*lines) if gold.lines else None,
        "tables": tables_alike(gold.tables, found.tables) if gold.tables else None,
        "code": share_same(gold.code, found.code) if gold.code else None,
        "formulas": share_same(gold.formulas, found.formulas) if gold.formulas else None,
    }


def share_same(gold, found):
    same = sum((collections.Counter(gold) & collections.Counter(found)).values())
    return 2 * same / (len(gold) + len(found))


# Reading

def read(markdown):
    document = Document()
    tokens = PARSER.parse(with_dollars(markdown))
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.type == "inline":
            add_line(document, inline(token, document))
        elif token.type in ("fence", "code_block"):
            language = token.info.split()[:1]
            if language in (["math"], ["latex-math"]):
                document.formulas.append(formula(token.content))
            else:
                document.code.append(code(token.content))
        elif token.type.startswith("math_block"):
            document.formulas.append(formula(token.content))
        elif token.type == "table_open":
            end = next(i for i in range(at, len(tokens)) if tokens[i].type == "table_close")
            add_table(document, [row for row in pipe_rows(tokens[at:end], document)])
            at = end
        elif token.type == "html_block":
            at = html_block(tokens, at, document)
        at += 1
    return document


def with_dollars(markdown):
    """Formulas in brackets become formulas in dollars, outside of fences."""
    parts, part, fence = [], [], None
    for line in markdown.split("\n"):
        mark = FENCE.match(line)
        if mark and fence is None:
            parts.append(between_dollars("\n".join(part)))
            part, fence = [line], mark[1]
        elif mark and mark[1].startswith(fence or "\0") and line.strip(" >") == mark[1]:
            parts.append("\n".join(part + [line]))
            part, fence = [], None
        else:
            part.append(line)
    rest = "\n".join(part)
    return "\n".join([*parts, rest if fence else between_dollars(rest)])


def between_dollars(text):
    for pattern, form in BRACKETS:
        text = pattern.sub(lambda found: form % found[1].replace("\n", " "), text)
    return text


def inline(token, document):
    """Text of inline content; its formulas go to the document."""
    text = []
    children = token.children or []
    for at, child in enumerate(children):
        if child.type.startswith("math_inline"):
            document.formulas.append(formula(child.content))
        elif child.type == "code_inline" and in_dollars(children, at):
            document.formulas.append(formula(child.content))
            text[-1] = text[-1][:-1]
            children[at + 1].content = children[at + 1].content[1:]
        elif child.type in ("text", "code_inline"):
            text.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            text.append("\n" if child.type == "hardbreak" else " ")
        elif child.type == "html_inline" and child.content.startswith("<br"):
            text.append("\n")
    return "".join(text)


def in_dollars(children, at):
    before, after = children[at - 1 : at], children[at + 1 : at + 2]
    return bool(before and after) and before[0].content.endswith("$") and after[0].content.startswith("$")


def add_line(document, text):
    for line in text.split("\n"):
        line = " ".join(line.split())
        if line:
            document.lines.append(line)


def code(text):
    return "\n".join(line.rstrip() for line in text.strip("\n").split("\n"))


def formula(tex):
    """TeX without what changes nothing: white space, the style of display, braces of one sign."""
    tex = re.sub(r"\\([!\"#$%&'()*+,./:;<=>?@\[\\\]^_`{|}~-])", unescaped, tex.strip().strip("`"))
    tex = re.sub(r"\\(displaystyle|textstyle)\b|%\n", "", tex)
    tex = re.sub(r"(\\[a-zA-Z]+)\s+(?=[a-zA-Z])", r"\1{}", tex)
    tex = re.sub(r"\s+", "", tex).replace("{}", " ")
    tex = re.sub(r"\{(\\?[a-zA-Z]|\d)\}", r"\1", tex)
    while tex.startswith("{") and tex.endswith("}") and wraps(tex):
        tex = tex[1:-1]
    return tex.rstrip(".,;")


def unescaped(found):
    """Marks that converters escape but TeX does not."""
    return found[1] if found[1] in "_*[]-=+.()~>`" else found[0]


def wraps(tex):
    depth = 0
    for at, sign in enumerate(tex):
        depth += (sign == "{") - (sign == "}")
        if depth == 0:
            return at == len(tex) - 1


# Tables

def pipe_rows(tokens, document):
    row = []
    for token in tokens:
        if token.type == "tr_open":
            row = []
        elif token.type == "inline":
            row.append(Cell(" ".join(inline(token, document).split())))
        elif token.type == "tr_close":
            yield row


def html_block(tokens, at, document):
    """Reads blocks of HTML up to the end of a table; gives the last one."""
    html = tokens[at].content
    while html.count("<table") > html.count("</table") and at + 1 < len(tokens):
        at += 1
        html += tokens[at].content
    soup = BeautifulSoup(html, "html.parser")
    for table in soup.find_all("table"):
        if table.find_parent("table") is None:
            add_table(document, html_rows(table, document))
    for table in soup.find_all("table"):
        table.extract()
    add_line(document, soup.get_text("\n"))
    return at


def html_rows(table, document):
    """Rows of an HTML table, with a cell for each place that a span covers."""
    rows, below = [], {}
    for tr in table.find_all("tr"):
        if tr.find_parent("table") is not table:
            continue
        row = []
        for td in tr.find_all(["td", "th"], recursive=False):
            while below.get(len(row), (0,))[0]:
                take_from_above(row, below)
            text = " ".join(inline(PARSER.parseInline(" ".join(td.get_text(" ").split()))[0], document).split())
            for place in range(int(td.get("colspan", 1))):
                if int(td.get("rowspan", 1)) > 1:
                    below[len(row)] = (int(td["rowspan"]) - 1, text)
                row.append(Cell(text, covered=place > 0))
        while below.get(len(row), (0,))[0]:
            take_from_above(row, below)
        rows.append(row)
    return rows


def take_from_above(row, below):
    left, text = below[len(row)]
    below[len(row)] = (left - 1, text)
    row.append(Cell(text, covered=True))


def add_table(document, rows):
    rows = [row for row in rows if any(cell.text for cell in row)]
    if rows:
        trees = [Node("tr", children=[Node("td", cell.text, cell.covered) for cell in row]) for row in rows]
        document.tables.append(Node("table", children=trees))


class Costs(Config):
    def rename(self, one, other):
        if one.kind != other.kind:
            return 1
        if (one.covered and not other.text) or (other.covered and not one.text):
            return 0
        return Levenshtein.normalized_distance(one.text, other.text)


def nodes(tree):
    return 1 + sum(nodes(child) for child in tree.children)


def teds(one, other):
    return 1 - APTED(one, other, Costs()).compute_edit_distance() / max(nodes(one), nodes(other))


def tables_alike(gold, found):
    """TEDS of the tables in order, paired so that the sum is the largest; a table without a pair counts 0."""
    best = [[0] * (len(found) + 1) for _ in range(len(gold) + 1)]
    for i, one in enumerate(gold):
        for j, other in enumerate(found):
            best[i + 1][j + 1] = max(best[i][j] + teds(one, other), best[i][j + 1], best[i + 1][j])
    return best[-1][-1] / max(len(gold), len(found))
