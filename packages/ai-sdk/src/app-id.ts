import { LoadSettingError } from '@ai-sdk/provider';
import { convertBase64ToUint8Array } from '@ai-sdk/provider-utils';
import { z } from 'zod/v4';

const claims = z.object({ sub: z.string().min(1) });

/** The App ID that a token of the server names as its subject. @throws LoadSettingError when it is no such token */
export function appIdOf(token: string): string {
  const [, payload = ''] = token.split('.');
  try {
    const json = new TextDecoder().decode(convertBase64ToUint8Array(payload));
    return claims.parse(JSON.parse(json)).sub;
  } catch {
    throw new LoadSettingError({ message: 'The API key names no app. Pass appId, or the token of an app.' });
  }
}
