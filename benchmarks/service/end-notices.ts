import { type LoopbackReceiver, receiveWebhooks } from './loopback-receiver.ts';

/** Tells when a request has ended without asking the service again and again, which would cost it some milliseconds each time. */
export interface EndNotices extends LoopbackReceiver {
  /** Resolves when the service has told of the request's end, be it before this call or after. */
  ended(requestId: string): Promise<void>;
}

export async function listenForEnds(): Promise<EndNotices> {
  const notices = new Map<string, PromiseWithResolvers<void>>();
  const noticeOf = (requestId: string): PromiseWithResolvers<void> => {
    const notice = notices.get(requestId) ?? Promise.withResolvers<void>();
    notices.set(requestId, notice);
    return notice;
  };
  const receiver = await receiveWebhooks((body) => {
    const { request_id: synthesis, transcriptId } = JSON.parse(body) as Record<string, unknown>;
    noticeOf(String(synthesis ?? transcriptId)).resolve();
    return 204;
  });
  return { ...receiver, ended: (requestId) => noticeOf(requestId).promise };
}
