// app/api/speak/route.ts of a Next application; in next.config: serverExternalPackages, see docs/embedding.md.
import { createSpeech, SpeechError } from '@parlance/parlance';

export const runtime = 'nodejs';

// One service for the process: each request of its own would load the voices again.
const speech = await createSpeech({ plugins: ['@parlance/plugin-flite'], defaultVoice: 'slt' });

/** Speaks `{ "text": "…" }` as MP3, from the first words on while the rest is being made. */
export async function POST(request: Request): Promise<Response> {
  try {
    const { text } = (await request.json()) as { text: string };
    const spoken = speech.speak(text, { outputFormat: 'mp3', signal: request.signal });
    const pieces = spoken[Symbol.asyncIterator]();
    // Until here an error can still be an ordinary answer.
    const first = await pieces.next();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => (first.done ? controller.close() : controller.enqueue(first.value)),
      async pull(controller) {
        const piece = await pieces.next();
        if (piece.done) controller.close();
        else controller.enqueue(piece.value);
      },
      cancel: async () => void (await pieces.return?.()),
    });
    return new Response(body, { headers: { 'content-type': spoken.contentType } });
  } catch (error) {
    const { code, message, fault } = SpeechError.from(error);
    return Response.json({ error: { code, message } }, { status: fault === 'caller' ? 400 : 500 });
  }
}
