"""Frames of papers."""

LATEXML_HEADING = ('<h{n} class="ltx_title ltx_title_section" id="{id}"><span class="ltx_tag ltx_tag_section">{number}</span>{rest}</h{n}>')

ARXIV = """
<!DOCTYPE html>
<html lang="{lang}"><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"><title>{plain}</title><!--Generated on Sun May 4 10:12:40 2025 by LaTeXML (version 0.8.8) http://dlmf.example.org/LaTeXML/.--></head>
<body>
<header class="mob_header"><div class="html-header-logo"><a href="https://papers.example.org/"><span class="sr-only">Back to the archive</span></a></div><div class="html-header-nav"><a href="https://papers.example.org/abs/2505.01234">Back to abstract</a><a href="https://papers.example.org/pdf/2505.01234">Download PDF</a></div></header>
<nav class="ltx_page_navbar"><nav class="ltx_TOC"><ol class="ltx_toclist">{contents}</ol></nav></nav>
<div class="ltx_page_main"><div class="ltx_page_content"><div class="package-alerts ltx_document" role="status" aria-label="Conversion errors have been found"><button aria-label="Dismiss alert"><span aria-hidden="true">✕</span></button><p>HTML conversions sometimes display errors due to content that did not convert correctly from the source.</p></div>
<section id="target-section" class="section"><a id="license-tr" href="https://papers.example.org/licenses">License: CC BY 4.0</a><div id="watermark-tr">2505.01234v1 [cs.OH] 04 May 2025</div></section>
<article class="ltx_document ltx_authors_1line">
<h1 class="ltx_title ltx_title_document">{title}</h1>
<div class="ltx_authors"><span class="ltx_creator ltx_role_author"><span class="ltx_personname">{author}</span><span class="ltx_author_notes"><span class="ltx_contact ltx_role_email">{mail}</span></span></span></div>
{body}
<div class="ltx_pagination ltx_role_newpage"></div>
</article></div>
<footer class="ltx_page_footer"><div class="ltx_page_logo">Generated on Sun May 4 10:12:40 2025 by <a href="http://dlmf.example.org/LaTeXML/" class="ltx_LaTeXML_logo"><span>L<span>a</span>T<span>e</span>XML</span></a></div></footer></div>
<footer id="footer" class="ltx_document"><div class="keyboard-glossary"><h2>Instructions for reporting errors</h2><p>We are continuing to improve HTML versions of papers, and your feedback helps.</p><ul><li>Click the "Report Issue" button.</li></ul></div></footer></body></html>
"""

PANDOC = """
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="{lang}" xml:lang="{lang}"><head><meta charset="utf-8" /><meta name="generator" content="pandoc" /><meta name="author" content="{author}" /><title>{plain}</title><script src="https://cdn.example.org/mathjax/tex-chtml.js" type="text/javascript"></script></head>
<body>
<header id="title-block-header"><h1 class="title">{title}</h1><p class="author">{author}</p><p class="date">4 May 2025</p></header>
<nav id="TOC" role="doc-toc"><ul>{contents}</ul></nav>
{body}
</body></html>
"""

DISTILL = """
<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8"><title>{plain}</title><link rel="stylesheet" href="https://cdn.example.org/katex.min.css"></head>
<body distill-prerendered=""><distill-header><div class="content"><a href="/" class="logo">{site}</a><nav class="nav"><a href="/about/">About</a><a href="/prize/">Prize</a><a href="/journal/">Submit</a></nav></div></distill-header>
<d-title><h1>{title}</h1></d-title>
<d-byline><div class="byline grid"><div class="authors-affiliations grid"><h3>Authors</h3><h3>Affiliations</h3><p class="author"><a class="name" href="/p">{author}</a></p><p class="affiliation">Institute of Small Waters</p></div><div><h3>Published</h3><p>May 4, 2025</p></div><div><h3>DOI</h3><p><a href="https://doi.example.org/10.1">10.1/small.0042</a></p></div></div></d-byline>
<d-article>
{body}
</d-article>
<distill-footer><div class="container"><div class="logo"><a href="/">{site}</a></div> is dedicated to clear explanations <div class="nav"><a href="/about/">About</a><a href="/rss.xml">RSS</a></div></div></distill-footer></body></html>
"""

JOURNAL = """
<!DOCTYPE html>
<html lang="{lang}" dir="{dir}"><head><meta charset="utf-8"><title>{plain} | {site}</title><meta name="citation_title" content="{plain}"><meta name="citation_author" content="{author}"></head>
<body class="pkp_page_article pkp_op_view"><div class="pkp_structure_page">
<header class="pkp_structure_head" id="headerNavigationContainer" role="banner"><nav class="cmp_skip_to_content"><a href="#pkp_content_main">{skip}</a></nav><div class="pkp_site_name"><a href="/index" class="is_text">{site}</a></div><nav class="pkp_site_nav_menu" aria-label="Site Navigation"><ul id="navigationPrimary" class="pkp_navigation_primary pkp_nav_list">{menu}</ul><ul class="pkp_navigation_user pkp_nav_list"><li class="profile"><a href="/login">{login}</a></li><li class="profile"><a href="/register">{join}</a></li></ul></nav></header>
<div class="pkp_structure_content has_sidebar"><div class="pkp_structure_main" role="main"><div class="page page_article"><nav class="cmp_breadcrumbs" role="navigation"><ol><li><a href="/index">{first}</a><span class="separator">/</span></li><li><a href="/issue/archive">Vol. 12</a></li></ol></nav>
<article class="obj_article_details"><h1 class="page_title">{title}</h1>
<div class="row"><div class="main_entry"><section class="item authors"><ul class="authors"><li><span class="name">{author}</span><span class="affiliation">Institute of Small Waters</span></li></ul></section><section class="item doi"><span class="value"><a href="https://doi.example.org/10.1">https://doi.example.org/10.1/small.0042</a></span></section>
<div class="item fulltext">
{body}
</div></div>
<div class="entry_details"><div class="item galleys"><ul class="value galleys_links"><li><a class="obj_galley_link pdf" href="/download">PDF</a></li></ul></div><div class="item published"><section class="sub_item"><div class="value"><span>2025-05-04</span></div></section></div></div></div></article></div></div>
<div class="pkp_structure_sidebar left" role="complementary"><div class="pkp_block block_information"><h2 class="title">{more}</h2><div class="content"><ul>{titles}</ul></div></div></div></div>
<div class="pkp_structure_footer_wrapper" role="contentinfo"><div class="pkp_footer_content"><p>ISSN 0000-0000. {rights}</p><p><a href="/privacy">{privacy}</a></p></div></div></div></body></html>
"""

ARCHIVE = """
<!DOCTYPE html>
<html lang="{lang}"><head><meta charset="UTF-8"><title>{plain} - {site} Archive</title><meta name="citation_title" content="{plain}"><meta name="citation_author" content="{author}"></head>
<body><a class="usa-skipnav" href="#main-content">{skip}</a>
<section class="usa-banner" aria-label="Official website"><header class="usa-banner__header"><p class="usa-banner__header-text">An official website of the archive</p><button type="button" class="usa-accordion__button">Here's how you know</button></header></section>
<header class="usa-header"><nav class="pmc-header__nav"><ul class="usa-nav__primary">{menu}</ul><form action="/search" role="search"><input type="search" placeholder="{search}"><button type="submit">{search}</button></form></nav></header>
<main id="main-content"><div class="pmc-page-banner"><p>As a library, the archive gives access to scientific literature. Inclusion does not imply endorsement. <a href="/about/disclaimer">Disclaimer</a></p></div>
<article><section aria-label="Article citation and metadata"><section class="front-matter"><div class="cit">J Small Waters. 2025 May 4;12(3):41&ndash;47.</div><hgroup><h1>{title}</h1></hgroup><div class="cg p"><a href="/authors/1"><span class="name western">{author}</span></a><sup>1,</sup><sup>*</sup></div><ul class="d-buttons inline-list"><li><button class="d-button">Author information</button></li><li><button class="d-button">Article notes</button></li><li><button class="d-button">Copyright and License information</button></li></ul><div class="ids">PMCID: 0000042</div></section></section>
<section aria-label="Article content"><section class="body main-article-body">
{body}
</section></section></article></main>
<aside class="pmc-sidenav" aria-label="Actions"><section class="pmc-sidenav__container"><h2>Actions</h2><ul><li><a href="/pdf">PDF (1.2 MB)</a></li><li><button>Cite</button></li><li><button>Collections</button></li></ul><h2>{here}</h2><ul>{contents}</ul></section></aside>
<footer class="ncbi-footer"><ul>{titles}</ul><p>{site} National Library</p></footer></body></html>
"""

NOTEBOOK = """
<!DOCTYPE html>
<html lang="{lang}"><head><meta charset="utf-8"/><title>{plain}</title><meta name="generator" content="Quarto 1.6"></head>
<body class="quarto-light"><header id="quarto-header" class="headroom fixed-top"><nav class="navbar navbar-expand-lg"><div class="navbar-container container-fluid"><a class="navbar-brand" href="./index.html"><span class="navbar-title">{site}</span></a><ul class="navbar-nav navbar-nav-scroll me-auto">{menu}</ul></div></nav></header>
<div id="quarto-content" class="quarto-container page-columns page-rows-contents page-layout-article page-navbar"><div id="quarto-margin-sidebar" class="sidebar margin-sidebar"><nav id="TOC" role="doc-toc" class="toc-active"><h2 id="toc-title">{here}</h2><ul>{contents}</ul></nav></div>
<main class="content" id="quarto-document-content"><header id="title-block-header" class="quarto-title-block default"><div class="quarto-title"><h1 class="title">{title}</h1></div><div class="quarto-title-meta"><div><div class="quarto-title-meta-heading">Author</div><div class="quarto-title-meta-contents"><p>{author}</p></div></div><div><div class="quarto-title-meta-heading">Published</div><div class="quarto-title-meta-contents"><p class="date">May 4, 2025</p></div></div></div></header>
{body}
</main></div><footer class="footer"><div class="nav-footer"><div class="nav-footer-left"><p>{site} notebook, built with Quarto</p></div></div></footer></body></html>
"""

QUARTO_HEADING = '<h{n} class="anchored" data-anchor-id="{id}">{text}<a class="anchorjs-link" aria-label="Anchor" data-anchorjs-icon="&#59851;" href="#{id}"></a></h{n}>'

PARTS = {
    "arxiv": dict(frame=ARXIV, code="latexml", math="latexml", table="latexml", heading=LATEXML_HEADING, display="%s"),
    "pandoc": dict(frame=PANDOC, code="sphinx", math="pandoc", heading='<h{n} id="{id}">{text}</h{n}>'),
    "pandoc-native": dict(frame=PANDOC, code="plain", math="native", heading='<h{n} data-number="1" id="{id}"><span class="header-section-number">'
                          '{number}</span>{rest}</h{n}>'),
    "distill": dict(frame=DISTILL, code="prism", math="katex"),
    "journal": dict(frame=JOURNAL.replace("{first}", "1"), code="plain", math="mathjax2"),
    "journal3": dict(frame=JOURNAL.replace("{first}", "2"), code="plain", math="mathjax3", table="wordpress"),
    "archive": dict(frame=ARCHIVE, code="plain", math="latexml", table="government", display="%s", heading='<h{n} class="pmc_sec_title">{text}</h{n}>'),
    "archive-native": dict(frame=ARCHIVE, code="plain", math="native", table="government", heading='<h{n} class="pmc_sec_title">{text}</h{n}>'),
    "notebook": dict(frame=NOTEBOOK, code="sphinx", math="pandoc", table="pandas", heading=QUARTO_HEADING),
}
