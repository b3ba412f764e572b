import { hasEveryRole, type ServerSettings } from '@parlance/core/settings';

export interface UnreachableAudio {
  readonly finding: string;
  readonly remedy: string;
}

/** Detects a process that shares its work with others but stores audio where they cannot reach it. @returns `undefined`: no problem */
export function findUnreachableAudio({
  audioUrl,
  roles,
}: Pick<ServerSettings, 'audioUrl' | 'roles'>): UnreachableAudio | undefined {
  if (audioUrl !== undefined || hasEveryRole(roles)) return undefined;
  const role = [...new Set(roles)].join();
  return {
    finding: `This process has only the role ${role} and keeps audio in its own data folder, which no other process can reach: links to it answer 403, and recordings are not found.`,
    remedy: 'Set AUDIO_URL to a bucket that all of them share, or PARLANCE_ROLES to api,worker.',
  };
}
