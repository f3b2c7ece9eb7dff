// trommel with the built-in model of the learned method.

import { loader } from "./core.js";

export const load = loader({
  vectors: new URL("./wasm/trommel.wasm", import.meta.url),
  scalar: new URL("./wasm/trommel.scalar.wasm", import.meta.url),
});

export const extract = async (html, options) => (await load()).extract(html, options);
export const blocks = async (html, options) => (await load()).blocks(html, options);
