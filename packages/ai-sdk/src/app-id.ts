import { LoadSettingError } from '@ai-sdk/provider';
import { appIdOf as appIdOfToken } from '@parlance/client';

/** @returns the App ID in the token's subject @throws LoadSettingError if the token has none */
export function appIdOf(token: string): string {
  try {
    return appIdOfToken(token);
  } catch {
    throw new LoadSettingError({
      message: 'The API key contains no App ID. Pass appId, or the token of an app.',
    });
  }
}
