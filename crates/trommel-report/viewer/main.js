// Shows the data that the report holds.

import { showExplained } from "./explain.js";

showExplained(JSON.parse(document.getElementById("data").textContent), document.getElementById("app"));
