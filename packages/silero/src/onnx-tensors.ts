/** Numbers of the fields on the path to a constant, from onnx.proto. */
const MODEL_GRAPH = 7;
const GRAPH_NODE = 1;
const NODE_OUTPUT = 2;
const NODE_ATTRIBUTE = 5;
const ATTRIBUTE_TENSOR = 5;
const ATTRIBUTE_GRAPH = 6;
const TENSOR_RAW = 9;

const FLOAT_BYTES = 4;

/**
 * Reads the constants of an ONNX model that are 32-bit floats in raw bytes, by the name of the node's output, including those of both branches of
 * a condition. Other constants are omitted.
 */
export function readOnnxTensors(model: Uint8Array): ReadonlyMap<string, Float32Array> {
  const tensors = new Map<string, Float32Array>();
  for (const graph of membersOf(model, MODEL_GRAPH)) readGraph(graph, tensors);
  return tensors;
}

function readGraph(graph: Uint8Array, tensors: Map<string, Float32Array>): void {
  for (const node of membersOf(graph, GRAPH_NODE)) {
    const [output] = membersOf(node, NODE_OUTPUT);
    for (const attribute of membersOf(node, NODE_ATTRIBUTE)) {
      for (const inner of membersOf(attribute, ATTRIBUTE_GRAPH)) readGraph(inner, tensors);
      const [raw] = membersOf(attribute, ATTRIBUTE_TENSOR).flatMap((tensor) => membersOf(tensor, TENSOR_RAW));
      if (output === undefined || raw === undefined || raw.length % FLOAT_BYTES !== 0) continue;
      // A copy, since floats must be aligned to four bytes.
      tensors.set(new TextDecoder().decode(output), new Float32Array(new Uint8Array(raw).buffer));
    }
  }
}

/** @returns views of the length-delimited fields with this number */
function membersOf(message: Uint8Array, wanted: number): Uint8Array[] {
  const found: Uint8Array[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = message[at++] ?? 0;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const key = varint();
    switch (key & 7) {
      case 0:
        varint();
        break;
      case 1:
        at += 8;
        break;
      case 5:
        at += 4;
        break;
      case 2: {
        const length = varint();
        if (Math.floor(key / 8) === wanted) found.push(message.subarray(at, at + length));
        at += length;
        break;
      }
      default:
        return found;
    }
  }
  return found;
}
