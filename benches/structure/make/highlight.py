"""Code as highlighters write it."""
import html

from pygments.lexers import get_lexer_by_name
from pygments.token import STANDARD_TYPES, Comment, Keyword, Name, Number, Operator, Punctuation, String, Text

# Classes of kinds of token, by highlighter.
KINDS = [(Comment, "comment"), (Keyword, "keyword"), (Name.Function, "function"), (Name.Builtin, "builtin"),
         (String, "string"), (Number, "number"), (Operator, "operator"), (Punctuation, "punctuation")]
SCHEMES = {
    "hljs": {"comment": "hljs-comment", "keyword": "hljs-keyword", "function": "hljs-title function_",
             "builtin": "hljs-built_in", "string": "hljs-string", "number": "hljs-number"},
    "prism": {kind: f"token {kind}" for _, kind in KINDS},
    "github": {"comment": "pl-c", "keyword": "pl-k", "function": "pl-en", "builtin": "pl-c1", "string": "pl-s",
               "number": "pl-c1", "operator": "pl-c1"},
    "geshi": {"comment": "co1", "keyword": "kw1", "builtin": "kw2", "string": "st0", "number": "nu0",
              "operator": "sy0", "punctuation": "br0"},
    "doxygen": {"comment": "comment", "keyword": "keyword", "string": "stringliteral"},
    "rustdoc": {"comment": "comment", "keyword": "kw", "function": "fnname", "string": "string", "number": "number"},
    "latexml": {"comment": "ltx_text ltx_lst_comment", "keyword": "ltx_text ltx_lst_keyword ltx_font_bold",
                "function": "ltx_text ltx_lst_identifier", "string": "ltx_text ltx_lst_string"},
}


def tokens(text, language):
    """Pairs of token type and text, none of which spans lines."""
    lexer = get_lexer_by_name(language or "text", stripnl=False, ensurenl=False)
    for kind, value in lexer.get_tokens(text):
        for at, part in enumerate(value.split("\n")):
            if at:
                yield Text, "\n"
            if part:
                yield kind, part


def span(kind, value, scheme):
    shown = html.escape(value, quote=False)
    if kind is Text or not value.strip():
        return shown
    if scheme == "pygments":
        name = STANDARD_TYPES.get(kind, "")
    elif scheme == "shiki":
        colour = next((colour for family, colour in ((Comment, "#6A737D"), (Keyword, "#D73A49"), (String, "#032F62"),
                                                     (Number, "#005CC5")) if kind in family), "#24292E")
        return f'<span style="--shiki-light:{colour};--shiki-dark:#E1E4E8;">{shown}</span>'
    else:
        found = next((name for family, name in KINDS if kind in family), "plain")
        name = SCHEMES[scheme].get(found, "")
    return f'<span class="{name}">{shown}</span>' if name else shown


def lines(text, language, scheme):
    """The highlighted lines."""
    return "".join(span(kind, value, scheme) for kind, value in tokens(text.rstrip("\n"), language)).split("\n")


def marked(text, language, scheme):
    return "\n".join(lines(text, language, scheme))


def numbers(text):
    return range(1, text.rstrip("\n").count("\n") + 2)


# Each of these takes the code and its language, and gives HTML.

def plain(text, language):
    return f"<pre><code>{html.escape(text, quote=False)}</code></pre>"


def sphinx(text, language):
    return (f'<div class="highlight-{language or "default"} notranslate"><div class="highlight"><pre><span></span>'
            f'{marked(text, language, "pygments")}\n</pre></div>\n</div>')


def sphinx_lines(text, language):
    rows = "".join(f'<span class="linenos">{number:2}</span>{line}\n'
                   for number, line in zip(numbers(text), lines(text, language, "pygments")))
    return (f'<div class="highlight-{language} notranslate"><div class="highlight"><pre><span></span>{rows}</pre>'
            '</div>\n</div>')


def mkdocs(text, language):
    rows = "".join(f'<span id="__span-0-{n}"><a id="__codelineno-0-{n}" name="__codelineno-0-{n}" '
                   f'href="#__codelineno-0-{n}"></a>{line}\n</span>'
                   for n, line in zip(numbers(text), lines(text, language, "pygments")))
    return (f'<div class="language-{language or "text"} highlight"><pre id="__code_0"><span></span>'
            '<button class="md-clipboard md-icon" title="Copy to clipboard" data-clipboard-target="#__code_0 &gt; code">'
            f'</button><code>{rows}</code></pre></div>')


def mkdocs_table(text, language):
    gutter = "\n".join(f'<span class="normal">{n}</span>' for n in numbers(text))
    return ('<div class="highlight"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>'
            f'<span></span>{gutter}</pre></div></td><td class="code"><div><pre id="__code_1"><span></span><code>'
            f'{marked(text, language, "pygments")}\n</code></pre></div></td></tr></table></div>')


def docusaurus(text, language):
    rows = "".join('<span class="token-line" style="color:#393A34">' + (line or '<span class="token plain" '
                   'style="display:inline-block"></span>') + "<br></span>" for line in lines(text, language, "prism"))
    return (f'<div class="language-{language or "text"} codeBlockContainer_Ckt0 theme-code-block" '
            'style="--prism-color:#393A34"><div class="codeBlockContent_biex"><pre tabindex="0" class="prism-code '
            f'language-{language or "text"} codeBlock_bY9V thin-scrollbar"><code class="codeBlockLines_e6Vv">{rows}</code></pre>'
            '<div class="buttonGroup__atx"><button type="button" aria-label="Copy code to clipboard" title="Copy" '
            'class="clean-btn"><span class="copyButtonIcons_eSgA" aria-hidden="true"><svg viewBox="0 0 24 24"><path '
            'd="M19,21H8V7H19"></path></svg></span></button></div></div></div>')


def rouge(text, language):
    return (f'<div class="language-{language or "plaintext"} highlighter-rouge"><div class="highlight"><pre class="highlight">'
            f'<code>{marked(text, language, "pygments")}\n</code></pre></div></div>')


def rouge_table(text, language):
    gutter = "".join(f"{n}\n" for n in numbers(text))
    return (f'<div class="language-{language} highlighter-rouge"><div class="highlight"><pre class="highlight"><code>'
            '<table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">'
            f'{gutter}</pre></td><td class="rouge-code"><pre>{marked(text, language, "pygments")}\n</pre></td></tr>'
            "</tbody></table></code></pre></div></div>")


def hljs(text, language):
    return f'<pre><code class="hljs language-{language or "plaintext"}">{marked(text, language, "hljs")}\n</code></pre>'


def hljs_numbers(text, language):
    rows = "".join(f'<tr><td class="hljs-ln-line hljs-ln-numbers" data-line-number="{n}"><div class="hljs-ln-n" '
                   f'data-line-number="{n}"></div></td><td class="hljs-ln-line hljs-ln-code" data-line-number="{n}">'
                   f"{line or ' '}</td></tr>" for n, line in zip(numbers(text), lines(text, language, "hljs")))
    return f'<pre><code class="language-{language} hljs"><table class="hljs-ln"><tbody>{rows}</tbody></table></code></pre>'


def hexo(text, language):
    gutter = "".join(f'<span class="line">{n}</span><br>' for n in numbers(text))
    rows = "".join(f'<span class="line">{line}</span><br>' for line in lines(text, language, "hljs"))
    return (f'<figure class="highlight {language}"><table><tr><td class="gutter"><pre>{gutter}</pre></td>'
            f'<td class="code"><pre>{rows}</pre></td></tr></table></figure>')


def prism(text, language):
    rows = "<span></span>" * len(numbers(text))
    return (f'<div class="code-toolbar"><pre class="line-numbers language-{language}"><code class="language-{language}">'
            f'{marked(text, language, "prism")}<span aria-hidden="true" class="line-numbers-rows">{rows}</span></code></pre>'
            f'<div class="toolbar"><div class="toolbar-item"><span>{language.upper()}</span></div><div class="toolbar-item">'
            "<button>Copy</button></div></div></div>")


def syntaxhighlighter(text, language):
    gutter = "".join(f'<div class="line number{n} index{n - 1} alt{n % 2 + 1}">{n}</div>' for n in numbers(text))
    rows = ""
    for n, line in zip(numbers(text), text.rstrip("\n").split("\n")):
        indent = len(line) - len(line.lstrip(" "))
        spaces = f'<code class="{language} spaces">{"&nbsp;" * indent}</code>' if indent else ""
        words = html.escape(line.strip(), quote=False) or "&nbsp;"
        rows += f'<div class="line number{n} index{n - 1} alt{n % 2 + 1}">{spaces}<code class="{language} plain">{words}</code></div>'
    return (f'<div><div id="highlighter_318" class="syntaxhighlighter {language}"><div class="toolbar"><span><a href="#" '
            'class="toolbar_item command_help help">?</a></span></div><table border="0" cellpadding="0" cellspacing="0">'
            f'<tbody><tr><td class="gutter">{gutter}</td><td class="code"><div class="container">{rows}</div></td></tr>'
            "</tbody></table></div></div>")


def shiki(text, language):
    rows = "\n".join(f'<span class="line">{line}</span>' for line in lines(text, language, "shiki"))
    return (f'<div class="language-{language or "txt"} vp-adaptive-theme"><button title="Copy Code" class="copy"></button>'
            f'<span class="lang">{language or "txt"}</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0">'
            f"<code>{rows}</code></pre></div>")


def shiki_numbers(text, language):
    gutter = "".join(f'<span class="line-number">{n}</span><br>' for n in numbers(text))
    return (shiki(text, language).replace("vp-adaptive-theme", "vp-adaptive-theme line-numbers-mode")[: -len("</div>")]
            + f'<div class="line-numbers-wrapper" aria-hidden="true">{gutter}</div></div>')


def github(text, language):
    copied = html.escape(text.rstrip("\n"))
    return (f'<div class="highlight highlight-source-{language} notranslate position-relative overflow-auto" dir="auto" '
            f'data-snippet-clipboard-copy-content="{copied}"><pre>{marked(text, language, "github")}</pre>'
            f'<div class="zeroclipboard-container"><clipboard-copy aria-label="Copy" value="{copied}"><svg></svg>'
            "</clipboard-copy></div></div>")


def gist(text, language):
    rows = "".join(f'<tr><td id="file-a-L{n}" class="blob-num js-line-number js-blob-rnum" data-line-number="{n}"></td>'
                   f'<td id="file-a-LC{n}" class="blob-code blob-code-inner js-file-line">{line}</td></tr>\n'
                   for n, line in zip(numbers(text), lines(text, language, "github")))
    return ('<div id="gist41" class="gist"><div class="gist-file"><div class="gist-data"><div class="js-gist-file-update-container">'
            f'<div class="Box-body p-0 blob-wrapper data type-{language}"><table data-hpc class="highlight tab-size '
            f'js-file-line-container js-code-nav-container" data-tab-size="4">{rows}</table></div></div></div>'
            '<div class="gist-meta"><a href="https://code.example.org/raw">view raw</a> <a href="https://code.example.org">'
            "sketch</a> hosted with care by Codehost</div></div></div>")


def doxygen(text, language):
    rows = "".join(f'<div class="line"><a id="l{n:05}" name="l{n:05}"></a><span class="lineno">{n:5}</span> {line}</div>\n'
                   for n, line in zip(numbers(text), lines(text, language, "doxygen")))
    return f'<div class="fragment">{rows}</div><!-- fragment -->'


def doxygen_bare(text, language):
    rows = "".join(f'<div class="line">{line}</div>\n' for line in lines(text, language, "doxygen"))
    return f'<div class="fragment">{rows}</div><!-- fragment -->'


def rustdoc(text, language):
    return (f'<div class="example-wrap"><pre class="rust rust-example-rendered"><code>{marked(text, language, "rustdoc")}'
            "</code></pre></div>")


def stack(text, language):
    return (f'<pre class="lang-{language} s-code-block"><code class="hljs language-{language}">'
            f'{marked(text, language, "hljs")}\n</code></pre>')


def discourse(text, language):
    return (f'<pre class="codeblock-buttons" data-code-wrap="{language}"><div class="codeblock-button-wrapper"><button class="btn '
            'nohighlight copy-cmd btn-flat" aria-label="copy code to clipboard"><svg></svg></button></div><code '
            f'class="hljs language-{language}" data-highlighted="yes">{marked(text, language, "hljs")}\n</code></pre>')


def mediawiki(text, language):
    return (f'<div class="mw-highlight mw-highlight-lang-{language} mw-content-ltr" dir="ltr"><pre><span></span>'
            f'{marked(text, language, "pygments")}\n</pre></div>')


def dokuwiki(text, language):
    return (f'<dl class="file">\n<dt><a href="/_export/code/page?codeblock=0" title="Download Snippet" class="mediafile '
            f'mf_{language}">snippet.{language}</a></dt>\n<dd><pre class="code file {language}">'
            f'{marked(text, language, "geshi")}</pre>\n</dd></dl>')


def phpbb(text, language):
    return ('<div class="codebox"><p>Code: <a href="#" onclick="selectCode(this); return false;">Select all</a></p>'
            f"<pre><code>{html.escape(text.rstrip(chr(10)), quote=False)}</code></pre></div>")


def latexml(text, language):
    rows = ""
    for n, line in zip(numbers(text), lines(text, language, "latexml")):
        body = line.lstrip(" ")
        spaces = "\u00a0" * (len(line) - len(body))
        indent = f'<span class="ltx_text ltx_lst_space">{spaces}</span>' if spaces else ""
        rows += (f'<div id="lstnumberx{n}" class="ltx_listingline"><span class="ltx_tag ltx_tag_listingline"><span '
                 f'class="ltx_text" style="font-size:70%;">{n}</span></span>{indent}{body}</div>\n')
    return (f'<div class="ltx_listing ltx_lst_language_{language.title()} ltx_lst_numbers_left ltx_lstlisting ltx_listing">'
            '<div class="ltx_listing_data"><a href="data:text/plain;base64,bGV0" download="">⬇</a></div>\n' + rows + "</div>")


def confluence(text, language):
    return ('<div class="code panel pdl conf-macro output-block" data-hasbody="true" data-macro-name="code">'
            '<div class="codeContent panelContent pdl"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params='
            f'"brush: {language}; gutter: true; theme: Confluence" data-theme="Confluence">{html.escape(text.rstrip(chr(10)), quote=False)}'
            "</pre></div></div>")


def csdn(text, language):
    gutter = "".join(f'<li style="color: rgb(153, 153, 153);">{n}</li>' for n in numbers(text))
    return (f'<pre data-index="0" class="set-code-show"><code class="prism language-{language} has-numbering" '
            f'style="position: unset;">{marked(text, language, "prism")}\n<div class="hljs-button {{2}}" data-title="复制"></div>'
            f'</code><ul class="pre-numbering" style="">{gutter}</ul></pre>')


def breaks(text, language):
    """As old editors of blogs write it: line breaks and no-break spaces."""
    rows = []
    for line in text.rstrip("\n").split("\n"):
        body = line.lstrip(" ")
        rows.append("&nbsp;" * (len(line) - len(body)) + html.escape(body, quote=False))
    return f'<pre class="brush: {language}"><code>' + "<br />".join(rows) + "</code></pre>"


STYLES = {name: value for name, value in globals().items()
          if callable(value) and name not in ("tokens", "span", "lines", "marked", "numbers", "get_lexer_by_name")}
