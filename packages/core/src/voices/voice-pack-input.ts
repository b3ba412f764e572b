import { z } from 'zod';

/** The query of `POST /admin/v1/voice-packs`. */
export const voicePackInput = z.object({
  ownerAppId: z.string().min(1, 'must not be empty').optional().meta({
    description: 'Assigns the voices to this app, whatever the pack says. Absent: as the pack says.',
  }),
});
