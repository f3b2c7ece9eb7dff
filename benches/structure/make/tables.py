"""Tables as tools write them. Each takes the HTML of a plain table and gives that of a tool."""
import re


def plain(table):
    return table


def classes(table, names):
    """Gives elements the classes of `names`."""
    for tag, value in names.items():
        table = re.sub(rf"<{tag}(?=[ >])", f'<{tag} class="{value}"', table)
    return table


def paragraphs(table):
    return re.sub(r"(<t[hd](?=[ >])[^>]*>)(.*?)(</t[hd]>)", r"\1<p>\2</p>\3", table, flags=re.S)


def flat(table):
    """Without thead and tbody."""
    return re.sub(r"</?t(head|body)>\n?", "", table)


def sphinx(table):
    columns = table.split("</tr>")[0].count("<th")
    width = f'<col style="width: {100 // max(columns, 1)}.0%" />\n'
    table = classes(paragraphs(table), {"th": "head", "tr": "row-odd"})
    table = table.replace("<table>", f'<table class="docutils align-default">\n<colgroup>\n{width * columns}</colgroup>')
    return f'<div class="wy-table-responsive">{table}</div>'


def scroll(table):
    return ('<div class="md-typeset__scrollwrap" tabindex="0"><div class="md-typeset__table">' + table + "</div></div>")


def doxygen(table):
    table = classes(flat(table), {"th": "markdownTableHeadNone", "td": "markdownTableBodyNone", "tr": "markdownTableRowOdd"})
    return table.replace("<table>", '<table class="markdownTable">')


def latexml(table):
    table = classes(table, {"thead": "ltx_thead", "tbody": "ltx_tbody", "tr": "ltx_tr", "th": "ltx_td ltx_align_left ltx_th ltx_th_column",
                            "td": "ltx_td ltx_align_left"})
    return f'<figure class="ltx_table">{table.replace("<table>", TABULAR)}</figure>'


TABULAR = '<table class="ltx_tabular ltx_centering ltx_guessed_headers ltx_align_middle">'


def wikitable(table):
    return flat(table).replace("<table>", '<table class="wikitable sortable" style="text-align:right">\n<tbody>').replace(
        "</table>", "</tbody></table>")


def dokuwiki(table):
    rows = iter(range(100))
    table = re.sub(r"<tr>", lambda _: f'<tr class="row{next(rows)}">', table)
    return '<div class="table sectionedit2">' + classes(table, {"th": "col0", "td": "col0 leftalign"}).replace(
        "<table>", '<table class="inline">') + "</div>"


def confluence(table):
    table = classes(flat(table), {"th": "confluenceTh", "td": "confluenceTd"})
    return '<div class="table-wrap">' + paragraphs(table).replace("<table>", '<table class="wrapped confluenceTable"><tbody>').replace(
        "</table>", "</tbody></table></div>")


def wordpress(table):
    return '<figure class="wp-block-table is-style-stripes">' + table.replace("<table>", '<table class="has-fixed-layout">') + "</figure>"


def datatables(table):
    table = re.sub(r"<th(?=[ >])", '<th class="sorting" tabindex="0" aria-controls="t1" aria-sort="none"', table)
    table = table.replace("<table>", '<table id="t1" class="display dataTable no-footer" role="grid" aria-describedby="t1_info">')
    return ('<div id="t1_wrapper" class="dataTables_wrapper no-footer"><div class="dataTables_length"><label>Show <select>'
            '<option value="10">10</option><option value="25">25</option></select> entries</label></div><div class="dataTables_filter">'
            f'<label>Search:<input type="search" aria-controls="t1"></label></div>{table}<div class="dataTables_info" id="t1_info" '
            'role="status">Showing 1 to 10 of 10 entries</div><div class="dataTables_paginate"><a class="paginate_button previous '
            'disabled">Previous</a><span><a class="paginate_button current">1</a></span><a class="paginate_button next disabled">Next'
            "</a></div></div>")


def excel(table):
    """As a spreadsheet saves it: no header cells, widths, and styles for each cell."""
    table = flat(table).replace("<th", "<td").replace("</th>", "</td>")
    table = re.sub(r"<tr>", "<tr height=20 style='height:15.0pt'>", table)
    table = re.sub(r"<td", "<td class=xl65 style='border-top:none;border-left:none'", table)
    return table.replace("<table>", "<table border=0 cellpadding=0 cellspacing=0 width=512 style='border-collapse:collapse;width:384pt'>"
                         "\n <col width=128 style='width:96pt'><col width=64 span=4 style='width:48pt'>")


def first_header(table):
    """The first cell of each row is a header."""
    return re.sub(r"<tr>\s*<td([^>]*)>(.*?)</td>", r'<tr>\n<th scope="row"\1>\2</th>', table, flags=re.S)


def government(table):
    table = first_header(table).replace("<th>", '<th scope="col">')
    return '<div class="table-responsive" role="region" tabindex="0">' + table.replace(
        "<table>", '<table class="table table-bordered table-striped">') + "</div>"


def pandas(table):
    rows = iter(range(-1, 100))

    def numbered(_):
        at = next(rows)
        return "<tr style=\"text-align: right;\">" if at < 0 else "<tr>"
    table = re.sub(r"<tr>", numbered, first_header(table))
    return "<div>\n<style scoped>\n.dataframe tbody tr th { vertical-align: top; }\n</style>\n" + table.replace(
        "<table>", '<table border="1" class="dataframe">') + "</div>"


def gridview(table):
    table = flat(table).replace("<th>", '<th scope="col">').replace(
        "<table>", '<div><table cellspacing="0" cellpadding="4" rules="rows" id="ctl00_Main_Grid1" style="color:#333333;border-collapse:collapse;">')
    return re.sub("<tr>", '<tr style="background-color:#EFF3FB;">', table) + "</div>"


def rmarkdown(table):
    return classes(table, {"tr": "odd"}).replace("<table>", '<table class="table table-striped" style="width: auto !important;">')


def cards(table):
    """Each cell says its column to narrow screens, by an attribute."""
    names = re.findall(r"<th[^>]*>(.*?)</th>", table, re.S)
    rows = []
    for row in table.split("<tr>"):
        at = iter(names + [""] * 100)
        rows.append(re.sub(r"<td>", lambda _, at=at: f'<td data-label="{next(at)}"><span class="cell__value">', row).replace(
            "</td>", "</span></td>"))
    return "<tr>".join(rows).replace("<table>", '<table class="responsive-cards">')


STYLES = {name: value for name, value in globals().items() if callable(value) and name not in ("classes", "paragraphs")}
