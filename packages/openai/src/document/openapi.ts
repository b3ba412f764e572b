import { answer, bodyOf, errors, header, jsonAnswer, type OpenaiApiPart, schemasOf } from './operations.ts';
import { type JsonSchema, OPENAI_ANSWERS, OPENAI_BODIES } from './schemas.ts';

const TAG = 'OpenAI';
const KEY = 'openaiKey';
const AUDIO = ['audio/mpeg', 'audio/wav', 'audio/pcm', 'audio/ogg', 'audio/aac', 'audio/flac'];

/**
 * OpenAI's audio endpoints as a part of an OpenAPI document, made of the very schemas that requests are parsed with; for
 * the option `openApiParts` of `@parlance/http`, when both are mounted at one address.
 */
export function openaiApi(): OpenaiApiPart {
  const { speech, transcription } = OPENAI_BODIES;
  return {
    tags: [{ name: TAG, description: "OpenAI's audio endpoints, for clients that exist already." }],
    paths: {
      '/v1/audio/speech': {
        post: {
          ...operation('openaiCreateSpeech', 'Speak a text, as OpenAI does'),
          requestBody: bodyOf('application/json', speech, {
            model: 'tts-1',
            voice: 'alloy',
            input: 'Good morning.',
          }),
          responses: {
            200: {
              description:
                'The audio while it is made; with `stream_format: "sse"` as events, and with `timings: "word"` those of words among them.',
              headers: {
                'X-Characters': header('Code points of the trimmed text.'),
                'X-Credits': header('What it costs, exact.'),
              },
              content: Object.fromEntries([...AUDIO, 'text/event-stream'].map((type) => [type, {}])),
            },
            ...errors(
              'INVALID_INPUT',
              'VOICE_NOT_FOUND',
              'NOT_FOUND',
              'INSUFFICIENT_CREDIT',
              'SYNTHESIS_CONCURRENCY_EXCEEDED',
              'QUEUE_FULL',
            ),
          },
        },
      },
      '/v1/audio/transcriptions': {
        post: {
          ...operation('openaiCreateTranscription', 'Write down a recording, as OpenAI does'),
          requestBody: bodyOf('multipart/form-data', transcription),
          responses: {
            200: {
              description:
                'The transcript in the form asked for; with `stream: true` as events, utterance by utterance.',
              content: {
                'application/json': {
                  schema: { anyOf: [answer('OpenaiTranscript'), answer('OpenaiVerboseTranscript')] },
                },
                'text/plain': {},
                'text/event-stream': {},
              },
            },
            ...errors(
              'INVALID_INPUT',
              'AUDIO_NOT_READABLE',
              'NOT_FOUND',
              'AUDIO_TOO_LARGE',
              'INSUFFICIENT_SECONDS',
              'RECOGNITION_CONCURRENCY_EXCEEDED',
              'QUEUE_FULL',
            ),
          },
        },
      },
      '/v1/audio/voices': {
        get: {
          ...operation('openaiListVoices', 'The voices that Create speech takes'),
          responses: { 200: jsonAnswer('All of them.', 'OpenaiVoiceList'), ...errors() },
        },
      },
      '/v1/audio/translations': {
        post: {
          ...operation('openaiCreateTranslation', 'Refused: no engine here translates'),
          responses: errors('NOT_FOUND'),
        },
      },
      '/v1/audio/models': {
        get: {
          ...operation('openaiListAudioModels', 'The models that speak, as Open WebUI asks for them'),
          responses: { 200: jsonAnswer('All of them.', 'OpenaiAudioModelList'), ...errors() },
        },
      },
      '/v1/models': {
        get: {
          ...operation('openaiListModels', 'The usual names for `model`, and the models that are installed'),
          responses: { 200: jsonAnswer('All of them.', 'OpenaiModelList'), ...errors() },
        },
      },
      '/v1/models/{id}': {
        get: {
          ...operation('openaiGetModel', 'One of the names'),
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: jsonAnswer('It exists.', 'OpenaiModel'), ...errors('NOT_FOUND') },
        },
      },
    },
    components: {
      schemas: schemasOf(OPENAI_ANSWERS),
      securitySchemes: {
        [KEY]: {
          type: 'http',
          scheme: 'bearer',
          description: "An app's token, as OpenAI's clients send an API key.",
        },
      },
    },
  };
}

function operation(operationId: string, summary: string): JsonSchema {
  return { operationId, tags: [TAG], summary, security: [{ [KEY]: [] }] };
}
