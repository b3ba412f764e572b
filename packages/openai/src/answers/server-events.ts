export const EVENT_STREAM = { 'content-type': 'text/event-stream; charset=utf-8' } as const;

/** One server-sent event in OpenAI's form: its type is in the data. */
export function serverEvent(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
