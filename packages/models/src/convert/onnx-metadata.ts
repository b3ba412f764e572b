import { concatBytes, encodeField } from './protobuf-writer.ts';

/** `metadata_props` of `ModelProto`. */
const METADATA_PROPS_FIELD = 14;
const KEY_FIELD = 1;
const VALUE_FIELD = 2;

/**
 * Metadata entries for the end of an ONNX file. A serialized protobuf message may be extended by appending: repeated
 * fields add up. So the model needs no parsing, and Python none either.
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
