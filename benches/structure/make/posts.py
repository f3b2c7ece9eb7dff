"""Frames of question sites, blogs and pages of tables."""

STACK = """
<!DOCTYPE html>
<html itemscope itemtype="https://schema.org/QAPage" class="html__responsive" lang="{lang}"><head><title>{plain} - {site} Exchange</title><meta charset="utf-8"></head>
<body class="question-page unified-theme"><header class="s-topbar ps-fixed js-top-bar"><a href="#content" class="s-topbar--skip-link">{skip}</a><div class="s-topbar--container"><a href="/" class="s-topbar--logo"><span class="-img _glyph">{site} Exchange</span></a><ol class="s-navigation"><li><a href="/about" class="s-navigation--item">About</a></li><li><a href="/teams" class="s-navigation--item">For Teams</a></li></ol><form id="search" role="search" action="/search" class="s-topbar--searchbar"><input name="q" type="text" placeholder="{search}…"></form><ol class="s-topbar--content"><li><a href="/login">{login}</a></li><li><a href="/signup">{join}</a></li></ol></div></header>
<div class="container"><div id="left-sidebar" data-is-here-when="md lg" class="left-sidebar js-pinned-left-sidebar"><nav aria-label="Primary"><ol class="nav-links"><li><a href="/" class="s-block-link">Home</a></li><li><a href="/questions">Questions</a></li><li><a href="/tags">Tags</a></li><li><a href="/users">Users</a></li><li><a href="/unanswered">Unanswered</a></li></ol></nav></div>
<div id="content" class="snippet-hidden"><div itemprop="mainEntity" itemscope itemtype="https://schema.org/Question"><div class="inner-content clearfix"><div id="question-header" class="d-flex sm:fd-column"><h1 itemprop="name" class="fs-headline1 ow-break-word mb8 flex--item fl1"><a href="/questions/41" class="question-hyperlink">{title}</a></h1><div class="ml12 aside-cta flex--item print:d-none"><a href="/questions/ask" class="ws-nowrap s-btn s-btn__filled">Ask Question</a></div></div>
<div class="d-flex fw-wrap pb8 mb16 bb bc-black-200"><div class="flex--item ws-nowrap mr16 mb8" title="2024-05-04"><span class="fc-black-400 mr2">Asked</span> <time itemprop="dateCreated" datetime="2024-05-04T09:12:11">1 year ago</time></div><div class="flex--item ws-nowrap mr16 mb8"><span class="fc-black-400 mr2">Modified</span> <a href="?lastactivity" class="s-link">4 months ago</a></div><div class="flex--item ws-nowrap mb8"><span class="fc-black-400 mr2">Viewed</span> 4k times</div></div>
<div id="mainbar" role="main" aria-label="question and answers">
{body}
<div id="post-form"><h2 class="space">Your Answer</h2><form><textarea name="post-text"></textarea><button>Post Your Answer</button></form><p class="privacy-policy-agreement">By clicking “Post Your Answer”, you agree to our <a href="/terms">terms of service</a> and acknowledge you have read our <a href="/privacy">privacy policy</a>.</p></div><h2 class="bottom-notice">Not the answer you're looking for? Browse other questions tagged <div class="d-inline-block tags"><a href="/t/water" class="post-tag">water</a></div> or <a href="/questions/ask">ask your own question</a>.</h2></div>
<div id="sidebar" class="show-votes" role="complementary"><div class="s-sidebarwidget"><h4>Featured on Meta</h4><ul><li><a href="/meta/1">Results of the summer survey</a></li></ul></div><div class="module sidebar-related"><h4 id="h-related">Related</h4><div class="related js-gps-related-questions"><div class="spacer"><a href="/q/2" title="Score"><div class="answer-votes">12</div></a><a href="/questions/2" class="question-hyperlink">Why does my gauge read low in winter?</a></div><div class="spacer"><a href="/q/3"><div class="answer-votes">3</div></a><a href="/questions/3" class="question-hyperlink">How long does a float last?</a></div></div></div><div id="hot-network-questions" class="module"><h4>Hot Network Questions</h4><ul><li><a href="/h/1">Is a duck that swims upstream faster than one that walks?</a></li></ul></div></div></div></div></div></div>
<footer id="footer" class="site-footer js-footer" role="contentinfo"><div class="site-footer--container"><nav class="site-footer--nav"><div class="site-footer--col"><h5 class="-title">{site} Exchange</h5><ul class="-list js-primary-footer-links"><li><a href="/tour">Tour</a></li><li><a href="/help">Help</a></li></ul></div></nav><div class="site-footer--copyright"><p>Site design / logo © 2025 {site} Exchange Inc; user contributions licensed under CC BY-SA. <span id="svnrev">rev 2025.5.4.2601</span></p></div></div></footer></body></html>
"""

STACK_POST = """
<div id="{what}-{n}" class="{what} js-{what}" data-score="4"><div class="post-layout"><div class="votecell post-layout--left"><div class="js-voting-container"><button class="js-vote-up-btn" aria-label="Up vote"><svg></svg></button><div class="js-vote-count" itemprop="upvoteCount" data-value="4"> 4 </div><button class="js-vote-down-btn" aria-label="Down vote"><svg></svg></button></div></div>
<div class="{what}cell post-layout--right"><div class="s-prose js-post-body" itemprop="text">
{post}
</div><div class="mt24"><div class="d-flex fw-wrap ai-start jc-end gs8 gsy"><div class="flex--item mr16"><div class="js-post-menu pt2"><div class="d-flex gs8 s-anchors"><a href="/a/{n}" class="js-share-link">Share</a><a href="/posts/{n}/edit" class="js-suggest-edit-post">Improve this {what}</a><button class="js-follow-post s-btn">Follow</button></div></div></div><div class="post-signature flex--item"><div class="user-info"><div class="user-action-time">asked <span title="2024-05-04 09:12:11Z" class="relativetime">May 4, 2024 at 9:12</span></div><div class="user-details"><a href="/users/{n}">{by}</a><div class="-flair"><span class="reputation-score">1,204</span><span title="3 gold badges"><span class="badge1"></span><span class="badgecount">3</span></span></div></div></div></div></div></div></div>
<div class="post-layout--right js-post-comments-component"><div id="comments-{n}" class="comments js-comments-container"><ul class="comments-list"></ul></div><div id="comments-link-{n}"><a class="js-add-link comments-link" href="#" role="button">Add a comment</a></div></div></div></div>
"""

DISCOURSE = """
<!DOCTYPE html>
<html lang="{lang}" dir="{dir}"><head><meta charset="utf-8"><title>{plain} - Support - {site} Forum</title><meta name="generator" content="Discourse 3.4.2"></head>
<body class="crawler browser-update"><header><a href="/">{site} Forum</a></header>
<div id="main-outlet" class="wrap" role="main"><div id="topic-title"><h1><a href="/t/page/41">{title}</a></h1><div class="topic-category" itemscope itemtype="http://schema.org/BreadcrumbList"><span itemprop="itemListElement"><a href="/c/support/7" class="badge-wrapper bullet" itemprop="item"><span class="badge-category-bg"></span><span class="badge-category clear-badge"><span class="category-name" itemprop="name">Support</span></span></a></span></div><div class="topic-category"><div class="discourse-tags list-tags"><a href="/tag/gauge" class="discourse-tag" rel="tag">gauge</a></div></div></div>
<div itemscope itemtype="http://schema.org/DiscussionForumPosting">
{body}
</div><div id="related-topics" class="more-topics__list" role="complementary"><h3 class="more-topics__list-title">Related topics</h3><div class="topic-list-container"><table class="topic-list"><thead><tr><th>Topic</th><th></th><th class="replies">Replies</th><th class="views">Views</th><th>Activity</th></tr></thead><tbody><tr class="topic-list-item"><td class="main-link"><span class="link-top-line"><a href="/t/2" class="title raw-link raw-topic-link">Float sticks after frost</a></span></td><td class="replies"><span class="posts">3</span></td><td class="views"><span class="views">410</span></td><td>March 2, 2025</td></tr></tbody></table></div></div></div>
<footer class="container wrap"><nav class="crawler-nav"><ul><li itemscope><span itemprop="name"><a href="/">{first_menu}</a></span></li><li><a href="/categories">Categories</a></li><li><a href="/guidelines">Guidelines</a></li><li><a href="/tos">{terms}</a></li><li><a href="/privacy">{privacy}</a></li></ul></nav><p class="powered-by-link">Powered by <a href="https://forum.example.org">Discourse</a>, best viewed with JavaScript enabled</p></footer></body></html>
"""

DISCOURSE_POST = """
<div id="post_{n}" itemprop="{what}" itemscope itemtype="http://schema.org/Comment" class="topic-body crawler-post"><div class="crawler-post-meta"><span class="creator" itemprop="author" itemscope itemtype="http://schema.org/Person"><a itemprop="url" rel="nofollow" href="/u/{n}"><span itemprop="name">{by}</span></a></span><span class="crawler-post-infos"><time itemprop="datePublished" datetime="2025-05-04T09:12:11Z" class="post-time">May 4, 2025, 9:12am</time><meta itemprop="dateModified" content="2025-05-04T09:12:11Z"><span itemprop="position">{n}</span></span></div>
<div class="post" itemprop="text">
{post}
</div><div itemprop="interactionStatistic" itemscope itemtype="http://schema.org/InteractionCounter"><meta itemprop="userInteractionCount" content="2"><span class="post-likes">2 Likes</span></div></div>
"""

ISSUE = """
<!DOCTYPE html>
<html lang="{lang}"><head><meta charset="utf-8"><title>{plain} · Issue #41 · mill/{site} · Codehost</title></head>
<body class="logged-out env-production page-responsive"><a href="#start-of-content" class="skip">{skip}</a><header class="HeaderMktg" role="banner"><nav aria-label="Global"><ul><li><a href="/features">Product</a></li><li><a href="/pricing">Pricing</a></li></ul></nav><a href="/login">{login}</a><a href="/signup">{join}</a></header>
<main><div id="repository-container-header"><nav aria-label="Repository"><ul class="UnderlineNav-body list-style-none"><li><a href="/code">Code</a></li><li><a href="/issues">Issues <span class="Counter">41</span></a></li><li><a href="/pulls">Pull requests</a></li></ul></nav></div>
<div id="show_issue" class="js-issues-results"><div id="partial-discussion-header" class="gh-header mb-3"><div class="gh-header-show"><h1 class="gh-header-title mb-2 lh-condensed f1"><bdi class="js-issue-title markdown-title">{title}</bdi> <span class="f1-light color-fg-muted">#41</span></h1></div><div class="d-flex gh-header-meta"><span title="Status: Closed" class="State State--merged">Closed</span><div class="flex-auto min-width-0"><a class="author text-bold Link--secondary" href="/tarn">tarn_07</a> opened this issue <relative-time datetime="2025-05-04T09:12:11Z">May 4, 2025</relative-time> · 2 comments</div></div></div>
<div class="Layout"><div class="Layout-main"><div class="js-quote-selection-container"><div class="js-discussion">
{body}
</div></div></div><div class="Layout-sidebar"><div class="discussion-sidebar-item"><div class="text-bold discussion-sidebar-heading">Assignees</div><span>No one assigned</span></div><div class="discussion-sidebar-item"><div class="text-bold discussion-sidebar-heading">Labels</div><a class="IssueLabel" href="/labels/bug">bug</a></div><div class="discussion-sidebar-item"><div class="text-bold discussion-sidebar-heading">Milestone</div>No milestone</div></div></div>
<div class="flash mt-3"><a class="btn" href="/signup">Sign up for free</a> <strong>to join this conversation on Codehost</strong>. Already have an account? <a href="/login">Sign in to comment</a></div></div></main>
<footer role="contentinfo"><span>&copy; 2025 Codehost, Inc.</span><ul><li><a href="/terms">{terms}</a></li><li><a href="/privacy">{privacy}</a></li></ul></footer></body></html>
"""

ISSUE_POST = """
<div class="TimelineItem js-comment-container"><div class="avatar-parent-child TimelineItem-avatar"><a href="/u{n}"><img class="avatar" src="/a.png" width="40" height="40" alt="@{by}"></a></div><div class="timeline-comment-group TimelineItem-body"><div class="timeline-comment unminimized-comment comment previewable-edit js-task-list-container editable-comment"><div class="timeline-comment-header clearfix d-flex"><h3 class="f5 text-normal"><strong><a class="author Link--primary" href="/u{n}">{by}</a></strong> commented <a href="#issuecomment-{n}" class="Link--secondary js-timestamp"><relative-time datetime="2025-05-04T09:12:11Z">May 4, 2025</relative-time></a></h3></div>
<div class="edit-comment-hide"><table class="d-block user-select-contain" data-paste-markdown-skip><tbody class="d-block"><tr class="d-block"><td class="d-block comment-body markdown-body js-comment-body">
{post}
</td></tr></tbody></table><div class="comment-reactions"><div class="js-comment-reactions-options"><button type="button" class="social-reaction-summary-item btn-link">👍 <span>3</span></button></div></div></div></div></div></div>
"""

PHPBB = """
<!DOCTYPE html>
<html dir="{dir}" lang="{lang}"><head><meta charset="utf-8" /><title>{plain} - {site} Board</title></head>
<body id="phpbb" class="nojs notouch section-viewtopic {dir}"><div id="wrap" class="wrap"><a id="top" class="top-anchor" accesskey="t"></a><div id="page-header"><div class="headerbar" role="banner"><div class="inner"><div id="site-description" class="site-description"><a id="logo" class="logo" href="/index.php" title="Board index"><span class="site_logo"></span></a><p class="skiplink"><a href="#start_here">{skip}</a></p></div><div id="search-box" class="search-box search-header" role="search"><form action="./search.php" method="get"><input name="keywords" type="search" class="inputbox search tiny" placeholder="{search}…" /></form></div></div></div>
<div class="navbar" role="navigation"><div class="inner"><ul id="nav-main" class="nav-main linklist" role="menubar">{menu}<li class="rightside"><a href="/login">{login}</a></li></ul><ul id="nav-breadcrumbs" class="nav-breadcrumbs linklist navlinks"><li class="breadcrumbs"><span class="crumb"><a href="/index.php"><span>Board index</span></a></span> <span class="crumb"><a href="/f2"><span>Workshop</span></a></span></li></ul></div></div></div>
<a id="start_here" class="anchor"></a><div id="page-body" class="page-body" role="main"><h2 class="topic-title"><a href="/t41">{title}</a></h2>
<div class="action-bar bar-top"><a href="/reply" class="button" title="Post a reply"><span>Post Reply</span></a><div class="pagination">3 posts &bull; Page <strong>1</strong> of <strong>1</strong></div></div>
{body}
<div class="action-bar bar-bottom"><a href="/reply" class="button"><span>Post Reply</span></a><div class="pagination">3 posts &bull; Page <strong>1</strong> of <strong>1</strong></div></div><div class="stat-block online-list"><h3><a href="/online">Who is online</a></h3><p>Users browsing this forum: No registered users and 2 guests</p></div></div>
<div id="page-footer" class="page-footer" role="contentinfo"><div class="navbar"><ul id="nav-footer" class="nav-footer linklist"><li class="rightside">All times are <span title="UTC">UTC</span></li><li><a href="/cookies">Delete cookies</a></li></ul></div><div class="copyright"><p class="footer-row"><span class="footer-copyright">Powered by <a href="https://www.phpbb.example.org/">phpBB</a>&reg; Forum Software</span></p></div></div></div></body></html>
"""

PHPBB_POST = """
<div id="p{n}" class="post has-profile bg{what}"><div class="inner"><dl class="postprofile" id="profile{n}"><dt class="no-profile-rank no-avatar"><div class="avatar-container"></div><a href="/u{n}" class="username">{by}</a></dt><dd class="profile-posts"><strong>Posts:</strong> <a href="/s{n}">204</a></dd><dd class="profile-joined"><strong>Joined:</strong> 04 May 2019</dd></dl>
<div class="postbody"><div id="post_content{n}"><h3 class="first"><a href="#p{n}">Re: {plain}</a></h3><ul class="post-buttons"><li><a href="/quote" title="Reply with quote" class="button button-icon-only"><span class="sr-only">Quote</span></a></li></ul><p class="author"><a class="unread" href="#p{n}" title="Post"><span class="sr-only">Post</span></a> <span class="responsive-hide">by <strong><a href="/u{n}" class="username">{by}</a></strong> &raquo; </span><time datetime="2025-05-04T09:12:11+00:00">Sun May 04, 2025 9:12 am</time></p>
<div class="content">{post}</div><div id="sig{n}" class="signature">Measure twice, dam once.</div></div></div><div class="back2top"><a href="#top" class="top" title="Top"><span class="sr-only">Top</span></a></div></div></div><hr class="divider" />
"""

SEGMENT = """
<!DOCTYPE html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>{plain} - {site}问答</title></head>
<body><div id="app"><header class="sticky-header navbar"><a class="navbar-brand" href="/">{site}问答</a><ul class="navbar-nav">{menu}</ul><form class="search"><input placeholder="{search}"></form><a href="/login" class="btn">{login}</a><a href="/join" class="btn">{join}</a></header>
<div class="container-xl"><div class="row"><div class="col w-0"><div class="question-header"><h1 class="h2 mb-3 fw-bold"><a class="text-body" href="/q/41">{title}</a></h1><ul class="list-inline m-n1"><li class="list-inline-item"><a class="badge-tag" href="/t/1">水位</a></li></ul></div>
{body}
<div class="write-answer"><h5>撰写回答</h5><p>你尚未登录，登录后可以发表回答。</p><button>{login}</button></div></div>
<div class="right-side col-auto"><div class="card"><div class="card-header">{more}</div><ul class="list-group">{titles}</ul></div><div class="card"><p>宣传栏</p><img src="/ad.png" alt=""></div></div></div></div>
<footer id="footer"><dl class="col"><dt>产品</dt><dd><a href="/blogs">热门文章</a></dd></dl><p>Copyright © 2011-2025 {site}问答. 当前呈现版本 25.05.04</p><a href="/privacy">{privacy}</a></footer></div></body></html>
"""

SEGMENT_POST = """
<div class="card {what}-block"><div class="card-body"><div class="d-flex user-line"><a href="/u/{n}"><img class="rounded-circle" src="/a.png" alt="头像" width="32" height="32"></a><a href="/u/{n}"><strong>{by}</strong></a><span class="text-secondary">发布于 2025-05-04</span></div><article class="article fmt article-content">
{post}
</article><div class="functional-area-bottom"><button type="button" class="btn-like">赞 3</button><button type="button">收藏 1</button><button type="button">分享</button><a href="/report">举报</a></div></div></div>
"""

WORDPRESS = """
<!DOCTYPE html>
<html lang="{lang}" dir="{dir}"><head><meta charset="UTF-8" /><meta name="generator" content="WordPress 6.8.1" /><title>{plain} &#8211; {site}</title></head>
<body class="wp-singular post-template-default single single-post postid-41 single-format-standard wp-embed-responsive"><div id="page" class="site"><a class="skip-link screen-reader-text" href="#content">{skip}</a>
<header id="masthead" class="site-header"><div class="site-branding"><p class="site-title"><a href="/" rel="home">{site}</a></p><p class="site-description">Notes on water, wood and numbers</p></div><nav id="site-navigation" class="main-navigation" aria-label="Primary"><ul id="menu-main" class="menu">{menu}</ul></nav></header>
<div id="content" class="site-content"><div id="primary" class="content-area"><main id="main" class="site-main">
<article id="post-41" class="post-41 post type-post status-publish format-standard hentry category-notes"><header class="entry-header"><h1 class="entry-title">{title}</h1><div class="entry-meta"><span class="posted-on"><a href="/2025/05/04"><time class="entry-date published" datetime="2025-05-04T09:12:11+00:00">4. 5. 2025</time></a></span><span class="byline"> <span class="author vcard"><a class="url fn n" href="/author/odile">Odile Marchand</a></span></span></div></header>
<div class="entry-content">
{body}
<div class="sharedaddy sd-sharing-enabled"><div class="robots-nocontent sd-block sd-social sd-social-icon-text sd-sharing"><h3 class="sd-title">{share}:</h3><div class="sd-content"><ul><li class="share-facebook"><a rel="nofollow" class="share-facebook sd-button share-icon" href="?share=facebook"><span>Facebook</span></a></li><li class="share-x"><a class="share-x sd-button" href="?share=x"><span>X</span></a></li></ul></div></div></div>
<div id="jp-relatedposts" class="jp-relatedposts"><h3 class="jp-relatedposts-headline"><em>{more}</em></h3><ul>{titles}</ul></div>
</div><footer class="entry-footer"><span class="cat-links"><a href="/category/notes" rel="category tag">Notes</a></span><span class="tags-links"><a href="/tag/water" rel="tag">water</a></span></footer></article>
<nav class="navigation post-navigation" aria-label="Posts"><div class="nav-links"><div class="nav-previous"><a href="/a" rel="prev"><span class="nav-subtitle">{before}:</span> <span class="nav-title">The last wheel</span></a></div><div class="nav-next"><a href="/b" rel="next"><span class="nav-subtitle">{next}:</span> <span class="nav-title">A new bell</span></a></div></nav>
<div id="comments" class="comments-area"><h2 class="comments-title">1 thought on &ldquo;{plain}&rdquo;</h2><ol class="comment-list"><li id="comment-7" class="comment even thread-even depth-1"><article class="comment-body"><footer class="comment-meta"><div class="comment-author vcard"><b class="fn">gravelpath</b> <span class="says">says:</span></div><div class="comment-metadata"><time>5. 5. 2025</time></div></footer><div class="comment-content"><p>Thank you, this was what I was looking for.</p></div></article></li></ol><div id="respond" class="comment-respond"><h3 id="reply-title" class="comment-reply-title">Leave a Reply</h3><form><textarea name="comment"></textarea></form></div></div></main></div>
<aside id="secondary" class="widget-area" role="complementary"><section class="widget widget_search"><form role="search"><input type="search" placeholder="{search}"></form></section><section class="widget widget_recent_entries"><h2 class="widget-title">{more}</h2><ul>{titles}</ul></section><section class="widget widget_text"><h2 class="widget-title">{letter}</h2><form><input type="email"></form></section></aside></div>
<footer id="colophon" class="site-footer"><div class="site-info">&copy; 2025 {site}. {rights} <a href="/privacy">{privacy}</a></div></footer></div>
<div id="cookie-law-info-bar" class="cookie-notice"><span>{cookies} <a role="button" class="cli-plugin-button">{accept}</a></span></div></body></html>
"""

HEXO = """
<!DOCTYPE html>
<html lang="{lang}"><head><meta charset="UTF-8"><meta name="generator" content="Hexo 7.3.0"><title>{plain} | {site}</title></head>
<body><div class="headband"></div><main class="main"><div class="column"><header class="header"><div class="site-brand-container"><div class="site-meta"><a href="/" class="brand" rel="start"><i class="logo-line"></i><p class="site-title">{site}</p></a></div></div><nav class="site-nav"><ul class="main-menu menu">{menu}</ul></nav></header>
<aside class="sidebar"><div class="sidebar-inner"><ul class="sidebar-nav"><li class="sidebar-nav-toc">{here}</li></ul><div class="post-toc-wrap sidebar-panel"><div class="post-toc animated"><ol class="nav">{contents}</ol></div></div><div class="site-author"><p class="site-author-name">Odile</p></div><div class="site-state-wrap"><nav class="site-state"><div class="site-state-item"><a href="/archives/"><span class="site-state-item-count">41</span> <span class="site-state-item-name">posts</span></a></div></nav></div></div></aside></div>
<div class="main-inner post posts-expand"><div class="post-block"><article itemscope itemtype="http://schema.org/Article" class="post-content" lang="{lang}"><span hidden itemprop="author"><meta itemprop="name" content="Odile"></span>
<header class="post-header"><h1 class="post-title" itemprop="name headline">{title}</h1><div class="post-meta-container"><div class="post-meta"><span class="post-meta-item"><span class="post-meta-item-icon"><i class="far fa-calendar"></i></span><time title="2025-05-04" itemprop="dateCreated datePublished" datetime="2025-05-04T09:12:11+08:00">2025-05-04</time></span></div></div></header>
<div class="post-body" itemprop="articleBody">
{body}
</div><footer class="post-footer"><div class="post-tags"><a href="/tags/gauge/" rel="tag"># gauge</a></div><div class="post-nav"><div class="post-nav-item"><a href="/a" rel="prev">{before}</a></div><div class="post-nav-item"><a href="/b" rel="next">{next}</a></div></div></footer></article></div></div></main>
<footer class="footer"><div class="footer-inner"><div class="copyright">&copy; <span itemprop="copyrightYear">2025</span> <span class="author" itemprop="copyrightHolder">Odile</span></div><div class="powered-by">Powered by <a href="https://hexo.example.org/" rel="noopener">Hexo</a></div></div></footer></body></html>
"""

RECIPE = WORDPRESS.replace('<div class="entry-content">', '<div class="entry-content"><div class="jump-buttons"><a href="#recipe" class="wprm-jump-to-recipe">'
                           '↓</a> <a href="#print" class="wprm-print-recipe"><svg></svg></a></div>')

BLOGGER = """
<!DOCTYPE html>
<html dir="{dir}" lang="{lang}" xmlns:b="http://www.google.com/2005/gml/b"><head><meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/><meta content="blogger" name="generator"/><title>{site}: {plain}</title></head>
<body class="variant-wide"><div class="navbar section" id="navbar"></div><div class="body-fauxcolumns"></div><div class="content"><div class="content-outer"><header><div class="header-outer"><div class="titlewrapper"><h1 class="title"><a href="/">{site}</a></h1></div><div class="descriptionwrapper"><p class="description"><span>Small machines, explained</span></p></div></div></header>
<div class="tabs-outer"><div class="widget PageList"><ul>{menu}</ul></div></div>
<div class="main-outer"><div class="column-center-outer"><div class="main section" id="main"><div class="widget Blog" id="Blog1"><div class="blog-posts hfeed"><div class="date-outer"><h2 class="date-header"><span>Sunday, 4 May 2025</span></h2><div class="date-posts"><div class="post-outer"><div class="post hentry uncustomized-post-template" itemprop="blogPost" itemscope="itemscope"><h3 class="post-title entry-title" itemprop="name">{title}</h3><div class="post-header"></div>
<div class="post-body entry-content" id="post-body-41" itemprop="description articleBody">
{body}
<div style="clear: both;"></div></div><div class="post-footer"><div class="post-footer-line post-footer-line-1"><span class="post-author vcard">Posted by <span class="fn" itemprop="author">Odile</span></span> <span class="post-timestamp">at <a class="timestamp-link" href="/x">09:12</a></span> <div class="post-share-buttons goog-inline-block"><a class="goog-inline-block share-button sb-email" href="/e" title="Email This"><span class="share-button-link-text">Email This</span></a><a class="goog-inline-block share-button sb-blog"><span class="share-button-link-text">BlogThis!</span></a></div></div><div class="post-footer-line post-footer-line-2"><span class="post-labels">Labels: <a href="/l" rel="tag">gauge</a></span></div></div></div><div class="comments" id="comments"><h4>No comments:</h4><h4 id="comment-post-message">Post a Comment</h4></div></div></div></div></div><div class="blog-pager" id="blog-pager"><a class="blog-pager-newer-link" href="/n">Newer Post</a><a class="home-link" href="/">Home</a></div></div></div></div>
<div class="column-right-outer"><aside><div class="sidebar section"><div class="widget BlogArchive"><h2>Blog Archive</h2><ul class="hierarchy"><li class="archivedate">► <a href="/2025">2025</a> <span class="post-count">(12)</span></li></ul></div><div class="widget PopularPosts"><h2>{more}</h2><ul>{titles}</ul></div></div></aside></div></div><footer><div class="footer-outer"><div class="widget Attribution">Powered by <a href="https://blog.example.org">Blogger</a>.</div></div></footer></div></div></body></html>
"""

GOVERNMENT = """
<!DOCTYPE html>
<html lang="{lang}" dir="{dir}" class="no-js"><head><meta charset="utf-8"><title>{plain} - {site}</title></head>
<body><nav id="wb-tphp"><ul id="wb-skip"><li class="wb-slc"><a class="wb-sl" href="#wb-cont">{skip}</a></li></ul></nav>
<header><div id="wb-bnr" class="container"><div class="brand"><a href="/">{site}</a></div><section id="wb-srch"><h2>{search}</h2><form action="/s" role="search"><input name="q" type="search" placeholder="{search}"><button>{search}</button></form></section></div><nav class="gcweb-menu"><h2 class="wb-inv">Menu</h2><ul role="menu">{menu}</ul></nav><nav id="wb-bc"><div class="container"><ol class="breadcrumb"><li><a href="/">{site}</a></li><li><a href="/data">Data</a></li></ol></div></nav></header>
<main property="mainContentOfPage" class="container"><h1 property="name" id="wb-cont">{title}</h1>
{body}
<div class="pagedetails"><div class="row"><div class="col-sm-6"><details class="brdr-0"><summary class="btn btn-default">Report a problem or mistake on this page</summary><form><label>Please select all that apply: <input type="checkbox"> A link, button or video is not working</label></form></details></div><div class="wb-share"><h3>{share}</h3></div></div><dl id="wb-dtmd"><dt>Date modified:</dt><dd><time property="dateModified">2025-05-04</time></dd></dl></div></main>
<footer id="wb-info"><nav class="container"><h2 class="wb-inv">About this site</h2><ul class="list-unstyled">{titles}</ul></nav><div class="brand"><ul><li><a href="/terms">{terms}</a></li><li><a href="/privacy">{privacy}</a></li></ul></div></footer></body></html>
"""

EXCEL = """
<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=ProgId content=Excel.Sheet><title>{plain}</title></head>
<body link=blue vlink=purple><table width="100%" border="0"><tr><td bgcolor="#336699"><font color="white"><b>{site}</b></font></td><td align="right"><a href="index.htm">Home</a> | <a href="tables.htm">Tables</a> | <a href="contact.htm">Contact</a></td></tr></table>
<h1>{title}</h1>
{body}
<hr><font size="1">Page made by the office of {site}. <a href="index.htm">Back to the index</a></font></body></html>
"""

SPORT = """
<!DOCTYPE html>
<html lang="{lang}" dir="{dir}"><head><meta charset="utf-8"><title>{plain} | {site}</title></head>
<body class="stats-page"><header class="site-nav"><a href="/" class="logo">{site}</a><ul class="primary-nav">{menu}</ul><div class="score-ticker"><ul><li><span class="team">Weir</span> <span class="score">3</span> <span class="team">Lock</span> <span class="score">1</span> <span class="status">FT</span></li><li><span class="team">Mill</span> <span class="score">0</span> <span class="team">Ford</span> <span class="score">0</span> <span class="status">62'</span></li></ul></div><a class="btn" href="/login">{login}</a></header>
<div class="ad-slot ad-slot--leaderboard" aria-hidden="true"><span class="ad-label">Advertisement</span></div>
<div class="layout"><main class="layout__main"><div class="page-heading"><h1 class="headline">{title}</h1><div class="share-tools"><a href="#"><span>Facebook</span></a><a href="#"><span>X</span></a></div></div>
<div class="tabs"><a class="tabs__link tabs__link--active" href="#overall">Overall</a><a class="tabs__link" href="#home">Home</a><a class="tabs__link" href="#away">Away</a></div>
{body}
</main><aside class="layout__rail"><section class="card"><h2 class="card__header">Top headlines</h2><ul class="headline-stack">{titles}</ul></section><section class="card newsletter"><h2>{letter}</h2><form><input type="email" placeholder="you@example.org"><button>{join}</button></form></section></aside></div>
<footer class="site-footer"><ul><li><a href="/terms">{terms}</a></li><li><a href="/privacy">{privacy}</a></li></ul><p>© 2025 {site}. {rights}</p></footer></body></html>
"""

ASPNET = """
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" lang="{lang}" dir="{dir}"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8" /><title>{plain}</title></head>
<body><form method="post" action="./Tables.aspx?id=41" id="aspnetForm"><div class="aspNetHidden"><input type="hidden" name="__VIEWSTATE" id="__VIEWSTATE" value="/wEPDwUKMTY1NDU2MTA1MmRk" /></div>
<div id="header"><div id="logo"><a href="Default.aspx">{site}</a></div><div id="ctl00_Menu1"><ul class="level1 static">{menu}</ul></div></div>
<table id="layout" width="960" cellspacing="0"><tr><td id="left" valign="top" width="180"><div class="box"><h3>{more}</h3><ul>{titles}</ul></div></td><td id="middle" valign="top">
<h1><span id="ctl00_Main_Title">{title}</span></h1>
{body}
<div class="print"><a href="javascript:window.print()">Print</a></div></td></tr></table>
<div id="bottom"><span>{rights}</span> <a href="Privacy.aspx">{privacy}</a></div></form></body></html>
"""

STACK_HEADING = '<h{n}>{text}</h{n}>'

PARTS = {
    "stack": dict(frame=STACK, code="stack", math="stack", post=STACK_POST, whats=("question", "answer"), heading=STACK_HEADING,
                  table="scroll"),
    "discourse": dict(frame=DISCOURSE.replace("{first_menu}", "Home"), code="discourse", math="katex", post=DISCOURSE_POST, whats=("post", "comment"),
                      table="scroll", heading='<h{n}><a name="{id}" class="anchor" href="#{id}"></a>{text}</h{n}>'),
    "issue": dict(frame=ISSUE, code="github", math="dollars", post=ISSUE_POST, whats=("issue", "comment")),
    "phpbb": dict(frame=PHPBB, code="phpbb", math="picture", post=PHPBB_POST, whats=("1", "2")),
    "segment": dict(frame=SEGMENT, code="csdn", math="katex", post=SEGMENT_POST, whats=("question", "answer")),
    "wordpress": dict(frame=WORDPRESS, code="prism", math="picture", table="wordpress", heading='<h{n} class="wp-block-heading">{text}</h{n}>'),
    "wordpress-lines": dict(frame=WORDPRESS, code="syntaxhighlighter", math="mathjax3", table="wordpress", heading='<h{n} class="wp-block-heading">{text}</h{n}>'),
    "wordpress-gist": dict(frame=WORDPRESS, code="gist", math="picture", table="datatables"),
    "recipe": dict(frame=RECIPE, table="wordpress", heading='<h{n} class="wprm-recipe-header">{text}</h{n}>'),
    "hexo": dict(frame=HEXO, code="hexo", math="mathjax3", heading='<h{n} id="{id}"><a href="#{id}" class="headerlink" title="{id}"></a>{text}</h{n}>'),
    "blogger": dict(frame=BLOGGER, code="breaks", math="mathjax2"),
    "blogger-lines": dict(frame=BLOGGER, code="hljs_numbers", math="raw"),
    "government": dict(frame=GOVERNMENT, table="government"),
    "excel": dict(frame=EXCEL, table="excel"),
    "sport": dict(frame=SPORT, table="cards"),
    "aspnet": dict(frame=ASPNET, table="gridview"),
    "datatables": dict(frame=GOVERNMENT, table="datatables"),
}
