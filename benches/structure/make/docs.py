"""Frames of documentation."""

SPHINX_HEADING = '<h{n}>{text}<a class="headerlink" href="#{id}" title="Link to this heading">¶</a></h{n}>'

SPHINX = """
<!DOCTYPE html>
<html class="writer-html5" lang="{lang}" data-content_root="./">
<head>
  <meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>{plain} &mdash; {site} 3.2 documentation</title>
  <link rel="stylesheet" type="text/css" href="_static/css/theme.css?v=9edc463e" />
  <script src="_static/documentation_options.js?v=1f29e9d3"></script>
</head>
<body class="wy-body-for-nav">
<div class="wy-grid-for-nav">
<nav data-toggle="wy-nav-shift" class="wy-nav-side"><div class="wy-side-scroll"><div class="wy-side-nav-search">
<a href="index.html" class="icon icon-home">{site}</a>
<div role="search"><form id="rtd-search-form" class="wy-form" action="search.html" method="get"><input type="text" name="q" placeholder="{search}" aria-label="{search}" /></form></div></div>
<div class="wy-menu wy-menu-vertical" data-spy="affix" role="navigation" aria-label="Navigation menu"><p class="caption" role="heading"><span class="caption-text">{menu_head}</span></p>
<ul class="current">{titles}<li class="toctree-l1 current"><a class="current reference internal" href="#">{plain}</a><ul>{contents}</ul></li></ul></div></div></nav>
<section data-toggle="wy-nav-shift" class="wy-nav-content-wrap"><nav class="wy-nav-top" aria-label="Mobile navigation menu"><a href="index.html">{site}</a></nav>
<div class="wy-nav-content"><div class="rst-content">
<div role="navigation" aria-label="Page navigation"><ul class="wy-breadcrumbs"><li><a href="index.html" class="icon icon-home" aria-label="Home"></a></li><li class="breadcrumb-item active">{plain}</li><li class="wy-breadcrumbs-aside"><a href="_sources/page.rst.txt" rel="nofollow"> View page source</a></li></ul><hr/></div>
<div role="main" class="document" itemscope="itemscope" itemtype="http://schema.org/Article"><div itemprop="articleBody">
<section id="page">
<h1>{title}<a class="headerlink" href="#page" title="Link to this heading">¶</a></h1>
{body}
</section>
</div></div>
<footer><div class="rst-footer-buttons" role="navigation" aria-label="Footer"><a href="a.html" class="btn btn-neutral float-left" accesskey="p" rel="prev"><span class="fa fa-arrow-circle-left" aria-hidden="true"></span> {before}</a><a href="b.html" class="btn btn-neutral float-right" accesskey="n" rel="next">{next} <span class="fa fa-arrow-circle-right" aria-hidden="true"></span></a></div><hr/>
<div role="contentinfo"><p>&#169; Copyright 2019-2025, the {site} developers.</p></div>
Built with <a href="https://www.sphinx-doc.org/">Sphinx</a> using a <a href="https://docs.example.org/theme">theme</a> provided by <a href="https://docs.example.org">Docs Host</a>.
</footer></div></div></section></div>
</body></html>
"""

FURO = """
<!doctype html>
<html class="no-js" lang="{lang}" data-content_root="./">
<head><meta charset="utf-8"/><title>{plain} - {site} documentation</title><link rel="stylesheet" href="_static/styles/furo.css"/></head>
<body>
<svg xmlns="http://www.w3.org/2000/svg" style="display: none;"><symbol id="svg-toc" viewBox="0 0 24 24"><title>Contents</title><path d="M3 5h9"/></symbol></svg>
<a class="skip-to-content muted-link" href="#furo-main-content">{skip}</a>
<div class="page"><header class="mobile-header"><div class="header-center"><a href="index.html"><div class="brand">{site} documentation</div></a></div></header>
<aside class="sidebar-drawer"><div class="sidebar-container"><div class="sidebar-sticky"><a class="sidebar-brand" href="index.html"><span class="sidebar-brand-text">{site} documentation</span></a><form class="sidebar-search-container" method="get" action="search.html" role="search"><input class="sidebar-search" placeholder="{search}" name="q"></form><div class="sidebar-scroll"><div class="sidebar-tree"><ul>{titles}</ul></div></div></div></div></aside>
<div class="main"><div class="content"><div class="article-container"><a href="#" class="back-to-top muted-link"><span>Back to top</span></a>
<div class="content-icon-container"><div class="view-this-page"><a class="muted-link" href="_sources/page.md.txt" title="View this page"><span class="visually-hidden">View this page</span></a></div></div>
<article role="main" id="furo-main-content"><section id="page">
<h1>{title}<a class="headerlink" href="#page" title="Link to this heading">¶</a></h1>
{body}
</section></article></div>
<footer><div class="related-pages"><a class="next-page" href="b.html"><div class="page-info"><div class="context"><span>{next}</span></div><div class="title">Configuration in depth</div></div></a><a class="prev-page" href="a.html"><div class="page-info"><div class="context"><span>{before}</span></div><div class="title">Getting started</div></div></a></div>
<div class="bottom-of-page"><div class="left-details"><div class="copyright">Copyright &#169; 2025, {site} contributors</div>Made with <a href="https://www.sphinx-doc.org/">Sphinx</a> and <a href="https://docs.example.org">Furo</a><div class="last-updated">{updated}</div></div></div></footer></div>
<aside class="toc-drawer"><div class="toc-sticky toc-scroll"><div class="toc-title-container"><span class="toc-title">{here}</span></div><div class="toc-tree-container"><div class="toc-tree"><ul><li><a class="reference internal" href="#">{plain}</a><ul>{contents}</ul></li></ul></div></div></div></aside>
</div></div></body></html>
"""

MKDOCS = """
<!doctype html>
<html lang="{lang}" class="no-js"><head><meta charset="utf-8"><meta name="generator" content="mkdocs-1.6.1, mkdocs-material-9.6.4"><title>{plain} - {site}</title></head>
<body dir="{dir}" data-md-color-scheme="default">
<div data-md-component="skip"><a href="#page" class="md-skip">{skip}</a></div>
<header class="md-header" data-md-component="header"><nav class="md-header__inner md-grid" aria-label="Header"><a href="." title="{site}" class="md-header__button md-logo"><svg viewBox="0 0 24 24"><path d="M12 8a3 3 0"/></svg></a><div class="md-header__title"><div class="md-header__ellipsis"><div class="md-header__topic"><span class="md-ellipsis">{site}</span></div><div class="md-header__topic"><span class="md-ellipsis">{plain}</span></div></div></div><div class="md-search" role="dialog"><form class="md-search__form"><input type="text" class="md-search__input" placeholder="{search}"></form><div class="md-search-result__meta">Initializing search</div></div></nav></header>
<div class="md-container"><main class="md-main"><div class="md-main__inner md-grid">
<div class="md-sidebar md-sidebar--primary"><nav class="md-nav md-nav--primary" aria-label="Navigation"><label class="md-nav__title" for="__drawer">{site}</label><ul class="md-nav__list">{menu}{titles}</ul></nav></div>
<div class="md-sidebar md-sidebar--secondary"><nav class="md-nav md-nav--secondary" aria-label="{here}"><label class="md-nav__title" for="__toc">{here}</label><ul class="md-nav__list">{contents}</ul></nav></div>
<div class="md-content" data-md-component="content"><article class="md-content__inner md-typeset">
<a href="edit/page.md" title="{edit}" class="md-content__button md-icon"><svg viewBox="0 0 24 24"><path d="M10 20"/></svg></a>
<h1 id="page">{title}<a class="headerlink" href="#page" title="Permanent link">&para;</a></h1>
{body}
<aside class="md-source-file"><span class="md-source-file__fact"><span class="md-icon" title="Last update"></span><span class="git-revision-date-localized-plugin">{updated}</span></span></aside>
</article></div></div></main>
<footer class="md-footer"><nav class="md-footer__inner md-grid" aria-label="Footer"><a href="../a/" class="md-footer__link md-footer__link--prev"><div class="md-footer__title"><span class="md-footer__direction">{before}</span><div class="md-ellipsis">Getting started</div></div></a><a href="../b/" class="md-footer__link md-footer__link--next"><div class="md-footer__title"><span class="md-footer__direction">{next}</span><div class="md-ellipsis">Release notes</div></div></a></nav><div class="md-footer-meta md-typeset"><div class="md-copyright">Made with <a href="https://docs.example.org/">Material for MkDocs</a></div></div></footer>
</div></body></html>
"""

DOCUSAURUS = """
<!doctype html>
<html lang="{lang}" dir="{dir}" class="docs-wrapper plugin-docs" data-has-hydrated="false"><head><meta charset="UTF-8"><meta name="generator" content="Docusaurus v3.7.0"><title data-rh="true">{plain} | {site}</title></head>
<body class="navigation-with-keyboard"><div id="__docusaurus"><div role="region" aria-label="{skip}"><a class="skipToContent_fXgn" href="#__docusaurus_skipToContent_fallback">{skip}</a></div>
<nav aria-label="Main" class="navbar navbar--fixed-top"><div class="navbar__inner"><div class="navbar__items"><a class="navbar__brand" href="/"><b class="navbar__title text--truncate">{site}</b></a><a class="navbar__item navbar__link" href="/docs">Docs</a><a class="navbar__item navbar__link" href="/blog">Blog</a></div><div class="navbar__items navbar__items--right"><div class="colorModeToggle"><button class="clean-btn" type="button" title="Switch between dark and light mode"></button></div></div></div></nav>
<div id="__docusaurus_skipToContent_fallback" class="main-wrapper mainWrapper_z2l0"><div class="docsWrapper_hBAB"><button aria-label="Scroll back to top" class="clean-btn theme-back-to-top-button" type="button"></button><div class="docRoot_UBD9">
<aside class="theme-doc-sidebar-container docSidebarContainer_YfHR"><nav aria-label="Docs sidebar" class="menu thin-scrollbar menu_SIkG"><ul class="theme-doc-sidebar-menu menu__list">{titles}</ul></nav></aside>
<main class="docMainContainer_TBSr"><div class="container padding-top--md padding-bottom--lg"><div class="row"><div class="col docItemCol_VOVn"><div class="docItemContainer_Djhp"><article>
<nav class="theme-doc-breadcrumbs breadcrumbsContainer_Z_bl" aria-label="Breadcrumbs"><ul class="breadcrumbs"><li class="breadcrumbs__item"><a aria-label="Home page" class="breadcrumbs__link" href="/"><svg></svg></a></li><li class="breadcrumbs__item"><span class="breadcrumbs__link">Guides</span></li><li class="breadcrumbs__item breadcrumbs__item--active"><span class="breadcrumbs__link">{plain}</span></li></ul></nav>
<span class="theme-doc-version-badge badge badge--secondary">Version: 2.x</span><div class="tocCollapsible_ETCw theme-doc-toc-mobile"><button type="button" class="clean-btn tocCollapsibleButton_TO0P">{here}</button></div>
<div class="theme-doc-markdown markdown"><header><h1>{title}</h1></header>
{body}
</div>
<footer class="theme-doc-footer docusaurus-mt-lg"><div class="row margin-top--sm theme-doc-footer-edit-meta-row"><div class="col"><a href="https://code.example.org/edit" class="theme-edit-this-page"><svg></svg>{edit}</a></div><div class="col lastUpdated_JAkA"><span class="theme-last-updated">{updated}</span></div></div></footer></article>
<nav class="docusaurus-mt-lg pagination-nav" aria-label="Docs pages"><a class="pagination-nav__link pagination-nav__link--prev" href="/a"><div class="pagination-nav__sublabel">{before}</div><div class="pagination-nav__label">Getting started</div></a><a class="pagination-nav__link pagination-nav__link--next" href="/b"><div class="pagination-nav__sublabel">{next}</div><div class="pagination-nav__label">Glossary of terms</div></a></nav></div></div>
<div class="col col--3"><div class="tableOfContents_bqdL thin-scrollbar theme-doc-toc-desktop"><ul class="table-of-contents table-of-contents__left-border">{contents}</ul></div></div></div></div></main></div></div></div>
<footer class="theme-layout-footer footer footer--dark"><div class="container container-fluid"><div class="row footer__links"><div class="col footer__col"><div class="footer__title">Community</div><ul class="footer__items clean-list"><li class="footer__item"><a class="footer__link-item" href="/chat">Chat</a></li><li class="footer__item"><a class="footer__link-item" href="/forum">Forum</a></li></ul></div></div><div class="footer__bottom text--center"><div class="footer__copyright">Copyright © 2025 {site}, Inc. Built with Docusaurus.</div></div></div></footer></div></body></html>
"""

VITEPRESS = """
<!DOCTYPE html>
<html lang="{lang}" dir="{dir}"><head><meta charset="utf-8"><title>{plain} | {site}</title><meta name="generator" content="VitePress v1.6.3"></head>
<body><div id="app"><div class="Layout"><span tabindex="-1"></span><a href="#VPContent" class="VPSkipLink visually-hidden">{skip}</a>
<header class="VPNav"><div class="VPNavBar"><div class="wrapper"><div class="title"><a class="title" href="/"><span>{site}</span></a></div><div class="VPNavBarSearch search"><button type="button" class="DocSearch DocSearch-Button" aria-label="{search}"><span class="DocSearch-Button-Placeholder">{search}</span></button></div><nav aria-labelledby="main-nav-aria-label" class="VPNavBarMenu menu"><span id="main-nav-aria-label" class="visually-hidden">Main Navigation</span><a class="VPLink link VPNavBarMenuLink" href="/guide"><span>Guide</span></a><a class="VPLink link VPNavBarMenuLink" href="/config"><span>Config</span></a></nav></div></div></header>
<div class="VPLocalNav has-sidebar"><div class="container"><button class="menu"><span class="menu-text">Menu</span></button><div class="VPLocalNavOutlineDropdown"><button>{here}</button></div></div></div>
<aside class="VPSidebar"><nav class="nav" id="VPSidebarNav"><section class="VPSidebarItem level-0"><div class="item"><h2 class="text">Introduction</h2></div><div class="items"><ul>{titles}</ul></div></section></nav></aside>
<div class="VPContent has-sidebar" id="VPContent"><div class="VPDoc has-sidebar has-aside"><div class="container"><div class="aside"><div class="aside-container"><div class="aside-content"><div class="VPDocAside"><nav class="VPDocAsideOutline has-outline"><div class="content"><div class="outline-title" role="heading" aria-level="2">{here}</div><ul class="VPDocOutlineItem root">{contents}</ul></div></nav></div></div></div></div>
<div class="content"><div class="content-container"><main class="main"><div style="position:relative;" class="vp-doc _guide_page"><div>
<h1 id="page" tabindex="-1">{title} <a class="header-anchor" href="#page" aria-label="Permalink to &quot;{plain}&quot;">&#8203;</a></h1>
{body}
</div></div></main>
<footer class="VPDocFooter"><div class="edit-info"><div class="edit-link"><a class="VPLink link edit-link-button" href="https://code.example.org/edit"><span class="vpi-square-pen edit-link-icon"></span> {edit}</a></div></div><nav class="prev-next" aria-labelledby="doc-footer-aria-label"><span class="visually-hidden" id="doc-footer-aria-label">Pager</span><div class="pager"><a class="VPLink link pager-link prev" href="/a"><span class="desc">{before}</span><span class="title">Getting started</span></a></div><div class="pager"><a class="VPLink link pager-link next" href="/b"><span class="desc">{next}</span><span class="title">Contributing</span></a></div></nav></footer></div></div></div></div></div>
<footer class="VPFooter has-sidebar"><div class="container"><p class="message">Released under the MIT License.</p><p class="copyright">Copyright © 2019-present {site}</p></div></footer></div></div></body></html>
"""

MDBOOK = """
<!DOCTYPE HTML>
<html lang="{lang}" class="light sidebar-visible" dir="{dir}"><head><meta charset="UTF-8"><title>{plain} - {site}</title></head>
<body><div id="body-container">
<nav id="sidebar" class="sidebar" aria-label="Table of contents"><ol class="chapter">{titles}</ol></nav>
<div id="page-wrapper" class="page-wrapper"><div class="page"><div id="menu-bar" class="menu-bar sticky"><div class="left-buttons"><label id="sidebar-toggle" class="icon-button" title="Toggle Table of Contents"><i class="fa fa-bars"></i></label><ul id="theme-list" class="theme-popup" aria-label="Themes" role="menu"><li role="none"><button role="menuitem" class="theme" id="light">Light</button></li><li role="none"><button role="menuitem" class="theme" id="rust">Rust</button></li><li role="none"><button role="menuitem" class="theme" id="coal">Coal</button></li></ul></div><h1 class="menu-title">{site}</h1><div class="right-buttons"><a href="print.html" title="Print this book" aria-label="Print this book"><i id="print-button" class="fa fa-print"></i></a></div></div>
<div id="search-wrapper" class="hidden"><form id="searchbar-outer" class="searchbar-outer"><input type="search" id="searchbar" placeholder="Search this book ..."></form></div>
<div id="content" class="content"><main>
<h1 id="page"><a class="header" href="#page">{title}</a></h1>
{body}
</main>
<nav class="nav-wrapper" aria-label="Page navigation"><a rel="prev" href="a.html" class="mobile-nav-chapters previous" title="Previous chapter"><i class="fa fa-angle-left"></i></a><a rel="next prefetch" href="b.html" class="mobile-nav-chapters next" title="Next chapter"><i class="fa fa-angle-right"></i></a></nav></div></div></div></div></body></html>
"""

JEKYLL = """
<!DOCTYPE html>
<html lang="{lang}"><head><meta charset="UTF-8"><title>{plain} | {site}</title><meta name="generator" content="Jekyll v4.4.1" /></head>
<body><a class="skip-to-main" href="#main-content">{skip}</a>
<div class="side-bar"><div class="site-header" role="banner"><a href="/" class="site-title lh-tight">{site}</a></div><nav aria-label="Main" id="site-nav" class="site-nav"><ul class="nav-list">{titles}</ul></nav><div class="site-footer">This site uses a <a href="https://docs.example.org/theme">documentation theme for Jekyll</a>.</div></div>
<div class="main" id="top"><div id="main-header" class="main-header"><div class="search" role="search"><input type="text" id="search-input" class="search-input" placeholder="{search} {site}" aria-label="{search}"></div><nav aria-label="Auxiliary" class="aux-nav"><ul class="aux-nav-list"><li class="aux-nav-list-item"><a href="https://code.example.org" class="site-button">{site} on Codehost</a></li></ul></nav></div>
<div class="main-content-wrap"><nav aria-label="Breadcrumb" class="breadcrumb-nav"><ol class="breadcrumb-nav-list"><li class="breadcrumb-nav-list-item"><a href="/docs/">Docs</a></li><li class="breadcrumb-nav-list-item"><span>{plain}</span></li></ol></nav>
<div id="main-content" class="main-content"><main>
<h1 class="no_toc" id="page"> <a href="#page" class="anchor-heading" aria-labelledby="page"><svg viewBox="0 0 16 16" aria-hidden="true"><use xlink:href="#svg-link"></use></svg></a> {title} </h1>
<details open="open"><summary class="text-delta"> Table of contents </summary><ol id="markdown-toc">{contents}</ol></details>
{body}
</main><hr><footer><p><a href="#top" id="back-to-top">Back to top</a></p><p class="text-small text-grey-dk-100 mb-0">Copyright &copy; 2017-2025 {site} team. Distributed by an MIT licence.</p><div class="d-flex mt-2"><p class="text-small mb-0"><a href="https://code.example.org/edit" id="edit-this-page">{edit}</a></p></div></footer></div></div></div></body></html>
"""

DOXYGEN = """
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "https://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" lang="en-US"><head><meta http-equiv="Content-Type" content="text/xhtml;charset=UTF-8"/><meta name="generator" content="Doxygen 1.9.8"/><title>{site}: {plain}</title><script type="text/javascript" src="dynsections.js"></script></head>
<body><div id="top"><div id="titlearea"><table cellspacing="0" cellpadding="0"><tbody><tr id="projectrow"><td id="projectalign"><div id="projectname">{site}<span id="projectnumber">&#160;2.4</span></div><div id="projectbrief">A small library in C</div></td></tr></tbody></table></div>
<div id="main-nav"><ul class="sm sm-dox"><li><a href="index.html"><span>Main&#160;Page</span></a></li><li><a href="pages.html"><span>Related&#160;Pages</span></a></li><li><a href="annotated.html"><span>Data&#160;Structures</span></a></li><li><a href="files.html"><span>Files</span></a></li></ul></div>
<div id="nav-path" class="navpath"><ul><li class="navelem"><a class="el" href="index.html">{site}</a></li></ul></div></div>
<div><div class="header"><div class="headertitle"><div class="title">{title}</div></div></div>
<div class="contents"><div class="toc"><h3>Table of Contents</h3><ul>{contents}</ul></div>
<div class="textblock">
{body}
</div></div></div>
<hr class="footer"/><address class="footer"><small>Generated by&#160;<a href="https://www.doxygen.org/index.html"><img class="footer" src="doxygen.svg" width="104" height="31" alt="doxygen"/></a> 1.9.8</small></address></body></html>
"""

JAVADOC = """
<!DOCTYPE HTML>
<html lang="en"><head><!-- Generated by javadoc (17) on Sun May 04 10:12:40 CEST 2025 --><title>{plain} ({site} 2.4 API)</title><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"></head>
<body class="class-declaration-page"><noscript><div>JavaScript is disabled on your browser.</div></noscript>
<div class="flex-box"><header role="banner" class="flex-header"><nav role="navigation"><div class="top-nav" id="navbar-top"><div class="skip-nav"><a href="#skip-navbar-top" title="Skip navigation links">Skip navigation links</a></div><ul id="navbar-top-firstrow" class="nav-list" title="Navigation"><li><a href="../index.html">Overview</a></li><li><a href="package-summary.html">Package</a></li><li class="nav-bar-cell1-rev">Class</li><li><a href="class-use/A.html">Use</a></li><li><a href="../index-all.html">Index</a></li><li><a href="../help-doc.html#class">Help</a></li></ul></div><div class="sub-nav"><div><ul class="sub-nav-list"><li>Summary:&nbsp;</li><li>Nested&nbsp;|&nbsp;</li><li>Field&nbsp;|&nbsp;</li><li><a href="#constructor-summary">Constr</a>&nbsp;|&nbsp;</li><li><a href="#method-summary">Method</a></li></ul></div><div class="nav-list-search"><label for="search-input">SEARCH:</label><input type="text" id="search-input" value="search" disabled="disabled"></div></div></nav></header>
<div class="flex-content"><main role="main"><div class="header"><div class="sub-title"><span class="package-label-in-type">Package</span>&nbsp;<a href="package-summary.html">org.example.mill</a></div><h1 title="{plain}" class="title">{title}</h1></div>
<section class="class-description" id="class-description"><div class="inheritance" title="Inheritance Tree">java.lang.Object<div class="inheritance">org.example.mill.{plain}</div></div><hr>
{body}
</section></main><footer role="contentinfo"><hr><p class="legal-copy"><small>Copyright &#169; 2025. {rights}</small></p></footer></div></div></body></html>
"""

RUSTDOC = """
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="generator" content="rustdoc"><title>{plain} in {site} - Rust</title></head>
<body class="rustdoc struct"><!--[if lte IE 11]><div class="warning">This old browser is unsupported.</div><![endif]-->
<nav class="mobile-topbar"><button class="sidebar-menu-toggle" title="show sidebar"></button></nav>
<nav class="sidebar"><div class="sidebar-crate"><h2><a href="../{site}/index.html">{site}</a><span class="version">0.7.2</span></h2></div><h2 class="location"><a href="#">{plain}</a></h2><div class="sidebar-elems"><section><h3><a href="#">Sections</a></h3><ul class="block top-toc">{contents}</ul><h3><a href="#implementations">Methods</a></h3><ul class="block method"><li><a href="#method.new">new</a></li><li><a href="#method.len">len</a></li></ul></section></div></nav>
<main><div class="width-limiter"><rustdoc-search></rustdoc-search><section id="main-content" class="content"><div class="main-heading"><div class="rustdoc-breadcrumbs"><a href="index.html">{site}</a></div><h1>{title}<button id="copy-path" title="Copy item path to clipboard">Copy item path</button></h1><rustdoc-toolbar></rustdoc-toolbar><span class="sub-heading"><a class="src" href="../src/lib.rs.html#12-20">Source</a> </span></div>
<details class="toggle top-doc" open><summary class="hideme"><span>Expand description</span></summary><div class="docblock">
{body}
</div></details></section></div></main></body></html>
"""

RUSTDOC_HEADING = '<h{n} id="{id}"><a class="doc-anchor" href="#{id}">§</a>{text}</h{n}>'

PARTS = {
    "sphinx": dict(frame=SPHINX.replace("{menu_head}", "Contents:"), code="sphinx", math="sphinx", table="sphinx", heading=SPHINX_HEADING, display="%s"),
    "sphinx-lines": dict(frame=SPHINX.replace("{menu_head}", "Manual"), code="sphinx_lines", math="mathjax3", table="sphinx", heading=SPHINX_HEADING),
    "furo": dict(frame=FURO, code="sphinx", math="sphinx", table="sphinx", heading=SPHINX_HEADING, display="%s"),
    "mkdocs": dict(frame=MKDOCS, code="mkdocs", math="arithmatex", table="scroll", display="%s",
                   heading='<h{n} id="{id}">{text}<a class="headerlink" href="#{id}" title="Permanent link">&para;</a></h{n}>'),
    "mkdocs-lines": dict(frame=MKDOCS, code="mkdocs_table", math="arithmatex", table="scroll", display="%s",
                         heading='<h{n} id="{id}">{text}<a class="headerlink" href="#{id}" title="Permanent link">&para;</a></h{n}>'),
    "docusaurus": dict(frame=DOCUSAURUS, code="docusaurus", math="katex",
                       heading='<h{n} class="anchor anchorWithStickyNavbar_LWe7" id="{id}">{text}<a href="#{id}" class="hash-link" '
                               'aria-label="Direct link to {id}" title="Direct link to {id}">&#8203;</a></h{n}>'),
    "vitepress": dict(frame=VITEPRESS, code="shiki", math="mathjax3",
                      heading='<h{n} id="{id}" tabindex="-1">{text} <a class="header-anchor" href="#{id}" aria-label="Permalink to '
                              '&quot;{id}&quot;">&#8203;</a></h{n}>'),
    "vitepress-lines": dict(frame=VITEPRESS, code="shiki_numbers", math="mathjax3",
                            heading='<h{n} id="{id}" tabindex="-1">{text} <a class="header-anchor" href="#{id}">&#8203;</a></h{n}>'),
    "mdbook": dict(frame=MDBOOK, code="hljs", math="raw", table="scroll", heading='<h{n} id="{id}"><a class="header" href="#{id}">{text}</a></h{n}>'),
    "jekyll": dict(frame=JEKYLL, code="rouge", math="mathjax2", table="rmarkdown",
                   heading='<h{n} id="{id}"> <a href="#{id}" class="anchor-heading" aria-labelledby="{id}"><svg viewBox="0 0 16 16" '
                           'aria-hidden="true"><use xlink:href="#svg-link"></use></svg></a> {text} </h{n}>'),
    "jekyll-lines": dict(frame=JEKYLL, code="rouge_table", math="mathjax2", table="rmarkdown"),
    "doxygen": dict(frame=DOXYGEN, code="doxygen", math="picture", table="doxygen",
                    heading='<h{n} class="doxsection"><a class="anchor" id="{id}"></a>\n{text}</h{n}>'),
    "doxygen-bare": dict(frame=DOXYGEN, code="doxygen_bare", math="picture", table="doxygen",
                         heading='<h{n}><a class="anchor" id="{id}"></a>\n{text}</h{n}>'),
    "javadoc": dict(frame=JAVADOC, code="plain"),
    "rustdoc": dict(frame=RUSTDOC, code="rustdoc", math="katex", heading=RUSTDOC_HEADING),
}
