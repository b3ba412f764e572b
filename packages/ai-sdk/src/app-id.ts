import { LoadSettingError } from '@ai-sdk/provider';
import { appIdOf as appIdOfToken } from '@parlance/client';

/** The App ID that a token of the server names as its subject. @throws LoadSettingError when it is no such token */
export function appIdOf(token: string): string {
  try {
    return appIdOfToken(token);
  } catch {
    throw new LoadSettingError({ message: 'The API key names no app. Pass appId, or the token of an app.' });
  }
}
