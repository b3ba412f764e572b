import type { PeerEnvironment } from './peers.ts';
import type { Sample } from './sample.ts';

/** From the runner to the process of a variant. */
export type VariantCommand =
  | {
      readonly type: 'variant-open';
      readonly benchmarkUrl: string;
      readonly variant: string;
      readonly peers: Readonly<Record<string, PeerEnvironment>>;
    }
  | { readonly type: 'case-measure'; readonly caseName: string }
  | { readonly type: 'variant-close' };

/** The answer; there is one to each command. */
export type VariantAnswer =
  | { readonly type: 'variant-ready'; readonly subjectPid: number }
  | { readonly type: 'case-measured'; readonly samples: readonly Sample[] }
  | { readonly type: 'variant-closed' }
  | { readonly type: 'variant-failed'; readonly message: string };
