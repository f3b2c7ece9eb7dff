// Shows the data of a crawl that the report holds.

import { showCrawl } from "./report.js";

showCrawl(JSON.parse(document.getElementById("data").textContent), document.getElementById("app"));
