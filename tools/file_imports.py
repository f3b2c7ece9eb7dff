"""Imports between the files of a Rust crate.

Re-exports are followed to the file that defines the name. Tests and `mod` declarations do not
count, nor does a `pub use` of a name that its own file does not use.
"""
import re

# Comments, strings and characters. The quote of a lifetime begins none.
SKIPPED = re.compile(
    r"""//[^\n]*|/\*.*?\*/|\bb?r(?P<hashes>\#*)".*?"(?P=hashes)|"(?:\\.|[^"\\])*"|'(?:\\[^\n]+?|[^\\\n])'""",
    re.S,
)
PATH_ATTRIBUTE = re.compile(r'#\[path = "(.*?)"\]')
TEST = re.compile(r"#\[(?:cfg\((?:all\()?test\b|test\])[^;{]*")
PART = re.compile(
    r"""(?P<open>\{) | (?P<close>\})
    | (?:\#\[path\ =\ (?P<path>\S+)\]\s*)? (?:\bpub\s*(?:\([^)]*\))?\s+)? \bmod\s+(?P<module>\w+)\s*(?P<inner>[;{])
    | (?P<public>\bpub\s*(?:\([^)]*\))?\s+)? \buse\s+(?P<tree>[^;]*);
    | (?:\b(?:fn|struct|enum|union|trait|type|const|static(?:\s+mut)?)\s|\bmacro_rules!)\s*(?P<item>\w+)""",
    re.X,
)
PATH = re.compile(r"(?<![\w:.])\w+(?:\s*::\s*\w+)+")


def end_of_block(code, start):
    """The offset behind the brace that closes the one before `start`."""
    depth = 1
    for brace in re.compile(r"[{}]").finditer(code, start):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.end()
    return len(code)


def without_tests(code):
    """
    >>> without_tests("use a::b; #[cfg(test)] mod tests { fn c() {} } fn d() {}")
    'use a::b;  fn d() {}'
    """
    kept, at = [], 0
    for test in TEST.finditer(code):
        if test.start() < at:
            continue
        kept.append(code[at:test.start()])
        at = test.end() + 1
        if code[test.end():at] == "{":
            at = end_of_block(code, at)
    return "".join([*kept, code[at:]])


def bare(text):
    """The source without comments, texts and tests."""
    text = SKIPPED.sub("", PATH_ATTRIBUTE.sub(r"#[path = \1]", text))
    return without_tests(text)


def leaves(tree):
    """The paths of a `use`, each with the name that it gives.

    >>> list(leaves("super::{a, b::{self, C as D}, e::*}"))
    [('a', ['super', 'a']), ('b', ['super', 'b']), ('D', ['super', 'b', 'C']), ('*', ['super', 'e', '*'])]
    """
    tree = tree.strip()
    if "{" not in tree:
        path, _, alias = tree.partition(" as ")
        path = [name.strip() for name in path.split("::") if name.strip()]
        if len(path) > 1 and path[-1] == "self":
            path.pop()
        yield alias.strip() or path[-1], path
        return
    start, inner = tree.split("{", 1)
    depth, part = 0, ""
    for char in inner.rpartition("}")[0] + ",":
        depth += (char == "{") - (char == "}")
        if char == "," and depth == 0:
            if part.strip():
                yield from leaves(start + part)
            part = ""
        else:
            part += char


class Module:
    """A module: its file, modules, items, and imports by name."""

    def __init__(self, file, parent, folder):
        self.file, self.parent, self.folder = file, parent, folder
        self.modules, self.items, self.imports = {}, set(), {}
        # Paths that the code itself has, and the names in it.
        self.paths, self.names = [], set()

    def read(self, code):
        """Takes up the code of this module. Yields it and the modules in it."""
        depth, at, rest = 0, 0, []
        while part := PART.search(code, at):
            rest.append(code[at:part.start()])
            at = part.end()
            if part["open"] or part["close"]:
                depth += 1 if part["open"] else -1
            elif part["tree"]:
                for name, path in leaves(part["tree"]):
                    self.imports[name] = (path, bool(part["public"]))
            elif part["item"]:
                rest.append(part["item"])
                if depth == 0:
                    self.items.add(part["item"])
            elif part["inner"] == ";":
                yield from self.read_file(part["module"], part["path"])
            else:
                end = end_of_block(code, at)
                inner = self.modules[part["module"]] = Module(self.file, self, self.folder / part["module"])
                yield from inner.read(code[at:end - 1])
                at = end
        rest = " ".join([*rest, code[at:]])
        self.paths = [re.split(r"\s*::\s*", path) for path in PATH.findall(rest)]
        self.names = set(re.findall(r"\w+", rest))
        yield self

    def read_file(self, name, path):
        places = [self.folder / f"{name}.rs", self.folder / name / "mod.rs"]
        file = self.file.parent / path if path else next(place for place in places if place.exists())
        module = Module(file, self, self.folder / name)
        # Of two files for one module, by feature, the first is the one that others import.
        self.modules.setdefault(name, module)
        yield from module.read(bare(file.read_text()))

    def file_of(self, path, tried=()):
        """The file that defines what a path names, or the module that it names.

        `None` for what is not of this crate.
        """
        first, *rest = path
        place = {"self": self, "super": self.parent, "crate": self.root()}.get(first)
        if place is None:
            place, rest = self, path
        for i, name in enumerate(rest):
            if name == "super":
                place = place.parent
            elif name in place.modules:
                place = place.modules[name]
            elif name in place.imports and (place, name) not in tried:
                found = place.file_of(place.imports[name][0], (*tried, (place, name)))
                if not isinstance(found, Module):
                    return found
                place = found
            elif name in place.items or name == "*":
                return place.file
            else:
                # What a macro defines, or a name from outside.
                return place.file if first in ("self", "super", "crate") or i > 0 else None
        return place

    def root(self):
        return self.parent.root() if self.parent else self

    def imported(self):
        """The files that this module imports."""
        own = [path for name, (path, public) in self.imports.items() if not public or name in self.names]
        for path in own + self.paths:
            found = self.file_of(path)
            if found and not isinstance(found, Module) and found != self.file:
                yield found


def imports(root):
    """The files of the crate with this root, each with the files that it imports."""
    arrows = {}
    crate = Module(root, None, root.parent)
    for module in list(crate.read(bare(root.read_text()))):
        arrows.setdefault(module.file, set()).update(module.imported())
    return arrows


def circles(arrows):
    """The strongly connected components of more than one node. By Tarjan.

    >>> circles({1: {2}, 2: {3}, 3: {2}, 4: {1}})
    [[2, 3]]
    """
    number, low, stack, found = {}, {}, [], []

    def visit(node):
        number[node] = low[node] = len(number)
        stack.append(node)
        for target in sorted(arrows.get(node, ())):
            if target not in number:
                visit(target)
                low[node] = min(low[node], low[target])
            elif target in stack:
                low[node] = min(low[node], number[target])
        if low[node] == number[node]:
            component = stack[stack.index(node):]
            del stack[stack.index(node):]
            if len(component) > 1:
                found.append(sorted(component))

    for node in sorted(arrows):
        if node not in number:
            visit(node)
    return found
