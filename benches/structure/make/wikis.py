"""Frames of wikis."""

VECTOR = """
<!DOCTYPE html>
<html class="client-nojs vector-feature-language-in-header-enabled skin-theme-clientpref-day" lang="{lang}" dir="{dir}"><head><meta charset="UTF-8"><title>{plain} - {site}</title><meta name="generator" content="MediaWiki 1.44.0"></head>
<body class="skin--responsive skin-vector skin-vector-search-vue mediawiki {dir} sitedir-{dir} ns-0 ns-subject page-x rootpage-x action-view"><a class="mw-jump-link" href="#bodyContent">{skip}</a>
<div class="vector-header-container"><header class="vector-header mw-header no-font-mode-scale"><div class="vector-header-start"><nav class="vector-main-menu-landmark" aria-label="Site"><div id="vector-main-menu-dropdown" class="vector-dropdown"><div class="vector-dropdown-content"><div id="p-navigation" class="vector-menu mw-portlet mw-portlet-navigation"><div class="vector-menu-content"><ul class="vector-menu-content-list">{menu}</ul></div></div></div></div></nav><a href="/wiki/Main_Page" class="mw-logo"><span class="mw-logo-container"><strong class="mw-logo-wordmark">{site}</strong></span></a></div><div class="vector-header-end"><div id="p-search" role="search"><form action="/w/index.php" id="searchform"><input class="cdx-text-input__input" type="search" name="search" placeholder="{search} {site}"><button class="cdx-button">{search}</button></form></div><nav class="vector-user-links" aria-label="Personal tools"><ul><li><a href="/join"><span>{join}</span></a></li><li><a href="/login"><span>{login}</span></a></li></ul></nav></div></header></div>
<div class="mw-page-container"><div class="mw-page-container-inner"><div class="vector-column-start"><nav id="mw-panel-toc" aria-label="{here}" class="mw-table-of-contents-container vector-toc-landmark"><div id="vector-toc" class="vector-toc"><div class="vector-pinnable-header-label">{here}</div><ul class="vector-toc-contents" id="mw-panel-toc-list">{contents}</ul></div></nav></div>
<div class="mw-content-container"><main id="content" class="mw-body"><header class="mw-body-header vector-page-titlebar"><h1 id="firstHeading" class="firstHeading mw-first-heading"><span class="mw-page-title-main">{title}</span></h1><div id="p-lang-btn" class="vector-dropdown mw-portlet mw-portlet-lang"><label><span class="vector-dropdown-label-text">3 languages</span></label><div class="vector-dropdown-content"><ul><li class="interlanguage-link interwiki-nl"><a href="https://nl.example.org" lang="nl" hreflang="nl"><span>Nederlands</span></a></li><li class="interlanguage-link interwiki-fi"><a href="https://fi.example.org" lang="fi" hreflang="fi"><span>Suomi</span></a></li></ul></div></div></header>
<div class="vector-page-toolbar"><nav aria-label="Namespaces"><ul>{tools}</ul></nav></div>
<div id="bodyContent" class="vector-body" aria-labelledby="firstHeading" data-mw-ve-target-container><div class="vector-body-before-content"><div class="mw-indicators"></div><div id="siteSub" class="noprint">From {site}, the free handbook</div></div><div id="contentSub"><div id="mw-content-subtitle"></div></div>
<div id="mw-content-text" class="mw-body-content"><div class="mw-content-{dir} mw-parser-output" lang="{lang}" dir="{dir}">
{body}
<div class="navbox-styles"><style data-mw-deduplicate="x">.navbox</style></div><div role="navigation" class="navbox" aria-labelledby="nb" style="padding:3px"><table class="nowraplinks mw-collapsible autocollapse navbox-inner"><tbody><tr><th scope="col" class="navbox-title" colspan="2"><div id="nb">{more}</div></th></tr><tr><td class="navbox-list-with-group navbox-list navbox-odd hlist"><ul>{titles}</ul></td></tr></tbody></table></div>
<!-- NewPP limit report Cached time: 20250504 -->
</div><div class="printfooter" data-nosnippet="">Retrieved from "<a dir="ltr" href="https://wiki.example.org/w/index.php?oldid=41">https://wiki.example.org/w/index.php?oldid=41</a>"</div></div>
<div id="catlinks" class="catlinks" data-mw="interface"><div id="mw-normal-catlinks" class="mw-normal-catlinks"><a href="/wiki/Special:Categories">Categories</a>: <ul><li><a href="/wiki/C1">Water</a></li><li><a href="/wiki/C2">Tools</a></li></ul></div></div></div></main></div>
<div class="mw-footer-container"><footer id="footer" class="mw-footer"><ul id="footer-info"><li id="footer-info-lastmod"> {updated}.</li><li id="footer-info-copyright">Text is available under a free licence; additional terms may apply.</li></ul><ul id="footer-places"><li><a href="/privacy">{privacy}</a></li><li><a href="/terms">{terms}</a></li></ul></footer></div></div></div></body></html>
"""

LEGACY = """
<!DOCTYPE html>
<html class="client-nojs" lang="{lang}" dir="{dir}"><head><meta charset="UTF-8"/><title>{plain} – {site}</title><meta name="generator" content="MediaWiki 1.31.16"/></head>
<body class="mediawiki {dir} sitedir-{dir} ns-0 ns-subject page-x skin-vector action-view"><div id="mw-page-base" class="noprint"></div><div id="mw-head-base" class="noprint"></div>
<div id="content" class="mw-body" role="main"><a id="top"></a><div class="mw-indicators mw-body-content"></div>
<h1 id="firstHeading" class="firstHeading" lang="{lang}">{title}</h1>
<div id="bodyContent" class="mw-body-content"><div id="siteSub" class="noprint">{site}</div><div id="contentSub"></div><div id="jump-to-nav"></div><a class="mw-jump-link" href="#mw-head">{skip}</a>
<div id="mw-content-text" lang="{lang}" dir="{dir}" class="mw-content-{dir}"><div class="mw-parser-output">
<div id="toc" class="toc"><input type="checkbox" role="button" id="toctogglecheckbox" class="toctogglecheckbox" style="display:none" /><div class="toctitle" lang="{lang}" dir="{dir}"><h2>{here}</h2></div><ul>{contents}</ul></div>
{body}
</div></div><div class="printfooter">Retrieved from "<a dir="ltr" href="https://wiki.example.org/index.php?oldid=9">https://wiki.example.org/index.php?oldid=9</a>"</div>
<div id="catlinks" class="catlinks" data-mw="interface"><div id="mw-normal-catlinks" class="mw-normal-catlinks"><a href="/Special:Categories">Category</a>: <ul><li><a href="/C3">Crafts</a></li></ul></div></div><div class="visualClear"></div></div></div>
<div id="mw-navigation"><h2>Navigation menu</h2><div id="mw-head"><div id="p-personal" role="navigation"><h3>Personal tools</h3><ul><li id="pt-login"><a href="/login">{login}</a></li></ul></div><div id="left-navigation"><div id="p-namespaces" role="navigation" class="vectorTabs"><h3>Namespaces</h3><ul><li class="selected"><span><a href="/x">Page</a></span></li><li><span><a href="/talk" rel="discussion">Discussion</a></span></li></ul></div></div><div id="right-navigation"><div id="p-views" class="vectorTabs"><h3>Views</h3><ul><li class="selected"><span><a href="/x">Read</a></span></li><li><span><a href="/src">View source</a></span></li><li><span><a href="/hist">View history</a></span></li></ul></div><div id="p-search" role="search"><form action="/index.php"><input type="search" placeholder="{search} {site}"/></form></div></div></div>
<div id="mw-panel"><div id="p-logo" role="banner"><a class="mw-wiki-logo" href="/"></a></div><div class="portal" role="navigation" id="p-navigation"><h3>Navigation</h3><div class="body"><ul>{menu}</ul></div></div><div class="portal" role="navigation" id="p-tb"><h3>Tools</h3><div class="body"><ul>{tools}</ul></div></div></div></div>
<div id="footer" role="contentinfo"><ul id="footer-info"><li id="footer-info-lastmod"> {updated}.</li></ul><ul id="footer-places"><li><a href="/privacy">{privacy}</a></li></ul></div></body></html>
"""

FANDOM = """
<!DOCTYPE html>
<html lang="{lang}" dir="{dir}"><head><meta charset="UTF-8"><title>{plain} | {site} Wiki | Fanwikis</title></head>
<body class="mediawiki ltr ns-0 skin-fandomdesktop theme-fandomdesktop-light">
<div class="global-navigation"><a href="https://fan.example.org" class="global-navigation__logo">Fanwikis</a><div class="global-navigation__links"><a href="/g">Games</a><a href="/a">Anime</a><a href="/m">Movies</a><a href="/tv">TV</a></div></div>
<div class="main-container"><div class="resizable-container"><header class="community-header-wrapper"><div class="fandom-community-header"><div class="fandom-community-header__community-name-wrapper"><a href="/" class="fandom-community-header__community-name">{site} Wiki</a></div><span class="fandom-community-header__count">1,204</span> pages<nav class="fandom-community-header__local-navigation"><ul class="wds-tabs">{menu}</ul></nav></div></header>
<div class="page has-right-rail"><main class="page__main" lang="{lang}"><div class="page-header" id="PageHeader"><div class="page-header__top"><div class="page-header__categories"><span class="page-header__categories-in">in: </span><a href="/wiki/C:1">Places</a>, <a href="/wiki/C:2">Rivers</a></div></div><div class="page-header__title-wrapper"><h1 class="page-header__title" id="firstHeading"><span class="mw-page-title-main">{title}</span></h1><div class="page-header__actions"><a class="wds-button" href="/login"><span>Sign in to edit</span></a></div></div></div>
<div id="content" class="page-content"><div id="mw-content-text" class="mw-body-content mw-content-ltr" lang="{lang}" dir="{dir}"><div class="mw-parser-output">
<div id="toc" class="toc" role="navigation"><div class="toctitle"><h2>{here}</h2></div><ul>{contents}</ul></div>
{body}
</div></div></div><div class="page-footer"><div class="page-footer__categories"><h3>Categories</h3><ul><li><a href="/wiki/C:1">Places</a></li><li><a href="/wiki/C:2">Rivers</a></li></ul></div><div class="page-footer__languages"></div><div class="license-description">Community content is available under <a href="/licensing">CC-BY-SA</a> unless otherwise noted.</div></div></main>
<aside class="page__right-rail"><section class="rail-module popular-pages-module"><h2 class="rail-module__header">Popular pages</h2><ol class="popular-pages">{titles}</ol></section></aside></div></div>
<footer class="global-footer"><nav><section class="global-footer__section"><h3 class="global-footer__section-header">Explore properties</h3><ul><li><a href="/f">Fanwikis</a></li><li><a href="/w">Wikicup</a></li></ul></section><section><h3>Follow us</h3></section></nav><div class="global-footer__bottom">{site} Wiki is a community. <a href="/mobile">View mobile site</a></div></footer></div></body></html>
"""

DOKU = """
<!DOCTYPE html>
<html lang="{lang}" dir="{dir}" class="no-js"><head><meta charset="utf-8" /><title>{plain} [{site}]</title><meta name="generator" content="DokuWiki"/></head>
<body><div id="dokuwiki__site"><div id="dokuwiki__top" class="site dokuwiki mode_show tpl_dokuwiki">
<header id="dokuwiki__header"><div class="pad group"><div class="headings group"><ul class="a11y skip"><li><a href="#dokuwiki__content">{skip}</a></li></ul><p class="title logo"><a href="/start" accesskey="h" title="Home [h]"><span>{site}</span></a></p></div><div class="tools group"><div id="dokuwiki__usertools"><h3 class="a11y">User Tools</h3><ul><li class="action login"><a href="/login" rel="nofollow"><span>{login}</span></a></li></ul></div><div id="dokuwiki__sitetools"><h3 class="a11y">Site Tools</h3><form action="/start" method="get" role="search" class="search doku_form"><input name="q" type="text" class="edit" title="[F]" placeholder="{search}"/><button type="submit">{search}</button></form><ul>{tools}</ul></div></div><div class="breadcrumbs"><div class="trace"><span class="bchead">Trace:</span> <span class="bcsep">•</span> <span class="curid"><bdi><a href="/page" class="breadcrumbs" title="page">page</a></bdi></span></div></div><hr class="a11y" /></div></header>
<div class="wrapper group"><nav id="dokuwiki__aside" aria-label="Sidebar"><div class="pad aside include group"><h3 class="toggle">Sidebar</h3><div class="content"><ul>{titles}</ul></div></div></nav>
<main id="dokuwiki__content"><div class="pad group"><div class="pageId"><span>craft:page</span></div><div class="page group"><!-- wikipage start --><!-- TOC START --><div id="dw__toc" class="dw__toc"><h3 class="toggle">Table of Contents</h3><div><ul class="toc">{contents}</ul></div></div><!-- TOC END -->
<h1 class="sectionedit1" id="page">{title}</h1><div class="level1">
{body}
</div><!-- wikipage stop --></div><div class="docInfo"><bdi>craft/page.txt</bdi> · {updated} by <bdi>odile</bdi></div></div></main>
<nav id="dokuwiki__pagetools" aria-labelledby="pt"><h3 class="a11y" id="pt">Page Tools</h3><div class="tools"><ul><li class="source"><a href="/src"><span>Show pagesource</span></a></li><li class="revs"><a href="/revs"><span>Old revisions</span></a></li><li class="top"><a href="#dokuwiki__top"><span>Back to top</span></a></li></ul></div></nav></div>
<footer id="dokuwiki__footer"><div class="pad"><div class="license">Except where otherwise noted, content on this wiki is licensed under the following license: <bdi><a href="/cc" rel="license" class="urlextern">CC Attribution-Share Alike 4.0 International</a></bdi></div></div></footer></div></div></body></html>
"""

CONFLUENCE = """
<!DOCTYPE html>
<html lang="{lang}"><head><meta charset="UTF-8"><title>{plain} - {site} - Confluence</title><meta name="ajs-page-title" content="{plain}"></head>
<body id="com-atlassian-confluence" class="theme-default aui-layout aui-theme-default"><ul id="assistive-skip-links" class="assistive"><li><a href="#title-heading">{skip}</a></li></ul>
<div id="page"><div id="header-precursor"></div><header id="header" role="banner"><nav class="aui-header aui-dropdown2-trigger-group"><div class="aui-header-primary"><h1 id="logo" class="aui-header-logo"><a href="/"><span class="aui-header-logo-text">{site}</span></a></h1><ul class="aui-nav"><li><a href="/spaces">Spaces</a></li><li><a href="/calendar">Calendars</a></li></ul></div><div class="aui-header-secondary"><ul class="aui-nav"><li><form class="aui-quicksearch"><input type="text" placeholder="{search}"></form></li><li><a href="/login">{login}</a></li></ul></div></nav></header>
<div class="ia-splitter"><div class="ia-splitter-left"><div class="ia-fixed-sidebar" role="complementary"><div class="acs-side-bar-content"><div class="acs-nav-wrapper"><h5 class="acs-tree-title ia-secondary-header-title">Page tree</h5><ul class="plugin_pagetree_children_list">{titles}</ul></div></div></div></div>
<div id="main" class="aui-page-panel"><div id="main-header"><div id="navigation" class="content-navigation view"><ul class="ajs-menu-bar"><li class="ajs-button normal"><a id="action-menu-link" href="#"><span>Tools</span></a></li></ul></div><div id="title-heading" class="pagetitle with-breadcrumbs"><div id="breadcrumb-section"><ol id="breadcrumbs"><li class="first"><span><a href="/pages">Pages</a></span></li><li><span><a href="/home">{site} Home</a></span></li></ol></div><h1 id="title-text" class="with-breadcrumbs"><a href="/x">{title}</a></h1></div></div>
<div id="content" class="page view"><div class="page-metadata"><ul><li class="page-metadata-modification-info">Created by <span class="author"><a href="/~odile">Odile Marchand</a></span>, last modified on <a class="last-modified" href="/diff">May 04, 2025</a></li></ul></div>
<div id="main-content" class="wiki-content">
{body}
</div><div id="likes-and-labels-container"><div id="likes-section" class="no-print"><span class="like-summary">Be the first to like this</span></div><div id="labels-section" class="pageSection group"><div class="labels-section-content content-column"><ul class="label-list"><li class="no-labels-message">No labels</li></ul></div></div></div></div></div></div>
<div id="footer" role="contentinfo"><section class="footer-body"><ul id="poweredby"><li class="print-only">Printed by Confluence</li><li class="noprint">Powered by a free community licence.</li></ul></section></div></div></body></html>
"""

GITHUB = """
<!DOCTYPE html>
<html lang="{lang}"><head><meta charset="utf-8"><title>{plain} · {site}/{site} Wiki · Codehost</title></head>
<body class="logged-out env-production page-responsive"><div class="position-relative js-header-wrapper"><a href="#start-of-content" class="px-2 py-4 color-bg-accent-emphasis show-on-focus js-skip-to-content">{skip}</a><header class="HeaderMktg header-logged-out js-details-container" role="banner"><a class="mr-lg-3" href="https://code.example.org/" aria-label="Homepage"><svg></svg></a><nav class="HeaderMenu-nav" aria-label="Global"><ul><li><a href="/features">Product</a></li><li><a href="/solutions">Solutions</a></li><li><a href="/pricing">Pricing</a></li></ul></nav><div><a href="/login" class="HeaderMenu-link">{login}</a><a href="/signup" class="HeaderMenu-link">{join}</a></div></header></div>
<div id="start-of-content" class="show-on-focus"></div><div class="application-main"><main id="js-repo-pjax-container"><div id="repository-container-header" class="pt-3 hide-full-screen"><div class="d-flex"><span class="author flex-self-stretch"><a rel="author" href="/mill">mill</a></span><span class="mx-1">/</span><strong class="mr-2"><a href="/mill/mill">{site}</a></strong><span class="Label Label--secondary">Public</span></div><nav class="js-repo-nav UnderlineNav" aria-label="Repository"><ul class="UnderlineNav-body list-style-none"><li><a href="/code"><span data-content="Code">Code</span></a></li><li><a href="/issues"><span>Issues</span><span class="Counter">41</span></a></li><li><a href="/pulls"><span>Pull requests</span><span class="Counter">3</span></a></li><li><a href="/wiki" aria-current="page"><span>Wiki</span></a></li></ul></nav></div>
<div class="clearfix container-xl px-3"><div id="wiki-wrapper" class="page"><div class="d-flex flex-column flex-md-row gh-header"><h1 class="flex-auto min-width-0 mb-2 gh-header-title">{title}</h1></div><div class="mt-2 mt-md-1 pb-3 gh-header-meta">odile edited this page May 4, 2025 &middot; <a href="/history" class="Link--muted">7 revisions</a></div>
<div id="wiki-content" class="mt-4"><div class="Layout Layout--flowRow-until-md"><div class="Layout-main"><div id="wiki-body" class="gollum-markdown-content"><div class="markdown-body">
{body}
</div></div></div><div class="Layout-sidebar"><div class="wiki-rightbar"><nav id="wiki-pages-box" class="wiki-pages-box js-wiki-pages-box" aria-label="Pages"><div class="Box Box--condensed"><h3 class="Box-title">Pages <span class="Counter">6</span></h3><ul class="m-0 p-0 list-style-none">{titles}</ul></div></nav><h5 class="mt-0 mb-2">Clone this wiki locally</h5><div class="width-full input-group"><input type="text" readonly value="https://code.example.org/mill/mill.wiki.git"></div></div></div></div></div></div></div></main></div>
<footer class="footer pt-8 pb-6 f6 color-fg-muted" role="contentinfo"><h2 class="sr-only">Footer</h2><div class="d-flex"><span>&copy; 2025 Codehost, Inc.</span><nav aria-label="Footer"><ul class="list-style-none"><li><a href="/terms">{terms}</a></li><li><a href="/privacy">{privacy}</a></li></ul></nav></div></footer></body></html>
"""

EDIT = ('<div class="mw-heading mw-heading{n}"><h{n} id="{id}">{text}</h{n}><span class="mw-editsection"><span class="mw-editsection-bracket">'
        '[</span><a href="/w/index.php?action=edit&amp;section=1" title="Edit section"><span>edit</span></a><span '
        'class="mw-editsection-bracket">]</span></span></div>')
OLD_EDIT = ('<h{n}><span id="{id}"></span><span class="mw-headline" id="{id}">{text}</span><span class="mw-editsection"><span '
            'class="mw-editsection-bracket">[</span><a href="/index.php?action=edit&amp;section=1" title="Edit section">{edit_word}'
            '</a><span class="mw-editsection-bracket">]</span></span></h{n}>')

PARTS = {
    "mediawiki": dict(frame=VECTOR, code="mediawiki", math="mediawiki", table="wikitable", heading=EDIT, display="<dl><dd>%s</dd></dl>"),
    "mediawiki-old": dict(frame=LEGACY, code="mediawiki", math="mediawiki", table="wikitable", heading=OLD_EDIT.replace("{edit_word}", "edit"),
                          display="<dl><dd>%s</dd></dl>"),
    "mediawiki-ru": dict(frame=LEGACY, code="mediawiki", math="mediawiki", table="wikitable", display="<dl><dd>%s</dd></dl>",
                         heading=OLD_EDIT.replace("{edit_word}", "править")),
    "fandom": dict(frame=FANDOM, code="mediawiki", math="mediawiki", table="wikitable",
                   heading='<h{n}><span class="mw-headline" id="{id}">{text}</span></h{n}>'),
    "dokuwiki": dict(frame=DOKU, code="dokuwiki", math="dollars", table="dokuwiki", heading='</div>\n<h{n} class="sectionedit{n}" id="{id}">{text}</h{n}>\n<div class="level{n}">'),
    "confluence": dict(frame=CONFLUENCE, code="confluence", math="raw", table="confluence", heading='<h{n} id="Page-{id}">{text}</h{n}>'),
    "github-wiki": dict(frame=GITHUB, code="github", math="dollars", table="scroll",
                        heading='<div class="markdown-heading"><h{n} class="heading-element">{text}</h{n}><a id="user-content-{id}" class="anchor" '
                                'aria-label="Permalink: {id}" href="#{id}"><svg class="octicon octicon-link" aria-hidden="true"></svg></a></div>'),
}
