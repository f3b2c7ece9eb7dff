"""Formulas as tools write them."""
import html
import re

from latex2mathml.converter import convert


def mathml(tex, display, annotated=True):
    found = convert(tex, display="block" if display else "inline")
    found = re.sub(r"&#x([0-9A-Fa-f]+);", lambda code: html.escape(chr(int(code[1], 16))), found)
    head, body, _ = re.match(r"(<math[^>]*>)(.*)(</math>)$", found, re.S).groups()
    if annotated:
        note = f'<annotation encoding="application/x-tex">{html.escape(tex, quote=False)}</annotation>'
        body = f"<semantics>{body}{note}</semantics>"
    return f"{head}{body}</math>"


def letters(tex):
    """The signs that a reader sees, each in a span, as formulas made of text have them."""
    body = re.sub(r"<annotation.*?</annotation>", "", mathml(tex, False), flags=re.S)
    return [html.unescape(leaf) for leaf in re.findall(r"<m[ion][^>]*>([^<]*)</m[ion]>", body) if leaf.strip()]


# Each of these takes TeX and whether it stands alone, and gives HTML.

def raw(tex, display):
    return f"\\[{html.escape(tex, quote=False)}\\]" if display else f"\\({html.escape(tex, quote=False)}\\)"


def dollars(tex, display):
    mark = "$$" if display else "$"
    return mark + html.escape(tex, quote=False) + mark


def pandoc(tex, display):
    kind = "display" if display else "inline"
    return f'<span class="math {kind}">{raw(tex, display)}</span>'


def arithmatex(tex, display):
    name = "div" if display else "span"
    return f'<{name} class="arithmatex">{raw(tex, display)}</{name}>'


def sphinx(tex, display):
    name = "div" if display else "span"
    return f'<{name} class="math notranslate nohighlight">{raw(tex, display)}</{name}>'


def stack(tex, display):
    return f'<span class="math-container">{dollars(tex, display)}</span>'


def katex(tex, display):
    shown = "".join(f'<span class="mord mathnormal">{html.escape(sign)}</span>' for sign in letters(tex))
    inner = ('<span class="katex"><span class="katex-mathml">' + mathml(tex, display) + '</span><span class="katex-html" '
             'aria-hidden="true"><span class="base"><span class="strut" style="height:0.6944em;"></span>' + shown
             + "</span></span></span>")
    return f'<span class="katex-display">{inner}</span>' if display else inner


def mathjax2(tex, display):
    mode = "; mode=display" if display else ""
    shown = "".join(f'<span class="mi" style="font-family: MathJax_Math-italic;">{html.escape(sign)}</span>' for sign in letters(tex))
    frame = (f'<span class="MathJax_Preview" style="color: inherit;"></span><span class="MathJax" id="MathJax-Element-1-Frame" '
             f'tabindex="0"><nobr><span class="math" style="width: 3em;"><span class="mrow">{shown}</span></span></nobr>'
             f'<span class="MJX_Assistive_MathML" role="presentation">{mathml(tex, display, annotated=False)}</span></span>')
    if display:
        frame = f'<div class="MathJax_Display" style="text-align: center;">{frame}</div>'
    return f'{frame}<script type="math/tex{mode}" id="MathJax-Element-1">{tex}</script>'


def mathjax3(tex, display):
    shown = "".join(f'<mjx-mi class="mjx-i"><mjx-c class="mjx-c{ord(sign[0]):X} TEX-I"></mjx-c></mjx-mi>' for sign in letters(tex))
    return (f'<mjx-container class="MathJax CtxtMenu_Attached_0" jax="CHTML"{" display=true" if display else ""} tabindex="0">'
            f'<mjx-math class="MJX-TEX" aria-hidden="true">{shown}</mjx-math><mjx-assistive-mml unselectable="on">'
            f"{mathml(tex, display)}</mjx-assistive-mml></mjx-container>")


def latexml(tex, display):
    found = mathml(tex, display)
    alt = html.escape(("\\displaystyle " if display else "") + tex)
    found = found.replace("<math ", f'<math id="S1.m1" class="ltx_Math" alttext="{alt}" ', 1)
    if not display:
        return found
    return ('<table id="S1.E1" class="ltx_equation ltx_eqn_table"><tbody><tr class="ltx_equation ltx_eqn_row ltx_align_baseline">'
            '<td class="ltx_eqn_cell ltx_eqn_center_padleft"></td><td class="ltx_eqn_cell ltx_align_center">' + found
            + '</td><td class="ltx_eqn_cell ltx_eqn_center_padright"></td><td rowspan="1" class="ltx_eqn_cell ltx_eqn_eqno '
            'ltx_align_middle ltx_align_right"></td></tr></tbody></table>')


def mediawiki(tex, display):
    body = f"{{\\displaystyle {tex}}}"
    found = mathml(tex, display).replace("<math ", f'<math alttext="{html.escape(body)}" ', 1)
    found = re.sub(r"(<annotation[^>]*>).*?(</annotation>)", lambda m: m[1] + html.escape(body, quote=False) + m[2], found)
    kind = "display" if display else "inline"
    return (f'<span class="mwe-math-element mwe-math-element-{kind}"><span class="mwe-math-mathml-{kind} mwe-math-mathml-a11y" '
            f'style="display: none;">{found}</span><img src="https://media.example.org/math/render/svg/1f" '
            f'class="mwe-math-fallback-image-{kind} mw-invert skin-invert" aria-hidden="true" style="vertical-align: -0.6ex;" '
            f'alt="{html.escape(body)}"></span>')


def native(tex, display):
    return mathml(tex, display, annotated=False)


def picture(tex, display):
    image = (f'<img src="https://blog.example.org/latex.php?latex=x&#038;bg=ffffff" alt="{html.escape(tex)}" title="{html.escape(tex)}" '
             'class="latex" />')
    return f'<p align="center">{image}</p>' if display else image


STYLES = {name: value for name, value in globals().items()
          if callable(value) and name not in ("mathml", "letters", "convert")}
