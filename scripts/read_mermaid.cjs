// Reads a JSON list of Mermaid charts from standard input and writes what Mermaid's parser finds in each:
// the labels of its modules, the number of links between them, or the error.
const { readFileSync } = require("node:fs");

require(process.argv[2]); // defines parse_mermaid

// The parser keeps entities in a form of its own until it draws.
const decoded = (text) =>
  text.replace(/ﬂ°°(\d+)¶ß/g, (_, number) => String.fromCodePoint(Number(number)));

const isModule = (name) => /^n\d+$/.test(name);

async function read(text) {
  try {
    const { graph_data: chart } = JSON.parse(await globalThis.parse_mermaid(text));
    return {
      labels: Object.values(chart.vertices).filter((node) => isModule(node.id)).map((node) => decoded(node.text)),
      edges: chart.edges.filter((edge) => isModule(edge.start) && isModule(edge.end)).length,
    };
  } catch (error) {
    return { error: String(error.message ?? error) };
  }
}

(async () => {
  const answers = [];
  for (const text of JSON.parse(readFileSync(0, "utf8"))) answers.push(await read(text));
  process.stdout.write(JSON.stringify(answers));
})();
