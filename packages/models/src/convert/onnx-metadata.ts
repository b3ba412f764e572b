import { concatBytes, encodeField } from './protobuf-writer.ts';

/** `metadata_props` of `ModelProto`. */
const METADATA_PROPS_FIELD = 14;
const KEY_FIELD = 1;
const VALUE_FIELD = 2;

/**
 * Encodes metadata entries to be appended to an ONNX file. A serialized protobuf message can be extended by appending, since repeated
 * fields are concatenated. So the model needs no parsing, and this needs no Python.
 */
export function encodeOnnxMetadata(properties: Readonly<Record<string, string>>): Uint8Array {
  return concatBytes(
    Object.entries(properties).map(([key, value]) =>
      encodeField(
        METADATA_PROPS_FIELD,
        concatBytes([encodeField(KEY_FIELD, key), encodeField(VALUE_FIELD, value)]),
      ),
    ),
  );
}
