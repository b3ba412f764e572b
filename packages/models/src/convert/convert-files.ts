import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Conversion } from '../catalogue/catalogue-entry.ts';
import { convertKokoroVocabulary, kokoroMetadata } from './kokoro.ts';
import { convertMoonshineTokenizer } from './moonshine.ts';
import { encodeOnnxMetadata } from './onnx-metadata.ts';
import { convertPiperConfig } from './piper.ts';

/**
 * Converts the files of a model in place.
 *
 * @param directory a temporary folder of the installer: inputs are changed and removed
 * @throws SpeechError `MODEL_CORRUPT`, and the file system's own errors
 */
export async function convertFiles(conversion: Conversion, directory: string): Promise<void> {
  switch (conversion.kind) {
    case 'piper': {
      const { metadata, tokens } = convertPiperConfig(
        await readFile(join(directory, 'voice.onnx.json'), 'utf8'),
      );
      await writeFile(join(directory, 'tokens.txt'), tokens);
      await appendFile(join(directory, 'voice.onnx'), encodeOnnxMetadata(metadata));
      await rename(join(directory, 'voice.onnx'), join(directory, 'model.onnx'));
      return;
    }
    case 'kokoro': {
      const tokens = convertKokoroVocabulary(await readFile(join(directory, 'vocab.json'), 'utf8'));
      await writeFile(join(directory, 'tokens.txt'), tokens);
      const metadata = kokoroMetadata(conversion.speakers ?? []);
      await appendFile(join(directory, 'kokoro.onnx'), encodeOnnxMetadata(metadata));
      await rename(join(directory, 'kokoro.onnx'), join(directory, 'model.onnx'));
      await rm(join(directory, 'vocab.json'));
      return;
    }
    case 'moonshine': {
      const tokens = convertMoonshineTokenizer(await readFile(join(directory, 'tokenizer.bin')));
      await writeFile(join(directory, 'tokens.txt'), tokens);
      await rm(join(directory, 'tokenizer.bin'));
      return;
    }
  }
}
