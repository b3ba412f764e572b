import { setTimeout as delay } from 'node:timers/promises';
import { processTree } from '../../benchmarks/runner/process-memory.ts';
import type { KillableService } from '../../benchmarks/service/service-process.ts';

/** What goes wrong around a service, by name. Each resolves when it is over. */
export const DISTURBANCES: Readonly<Record<string, (service: KillableService) => Promise<void>>> = {
  'an engine is killed': async (service) => signalTo(enginesOf(service), 'SIGKILL'),
  'an engine stands still for ten seconds': (service) => standStill(enginesOf(service), 10_000),
  'everything stands still for 1.2 seconds': (service) =>
    standStill([service.pid(), ...enginesOf(service)], 1200),
  'the service is killed': async (service) => {
    await service.kill();
    await service.start('answers');
  },
  'the service is ended and started again': async (service) => {
    await service.stop();
    await service.start('answers');
  },
};

function enginesOf(service: KillableService): readonly number[] {
  return processTree(service.pid())
    .map(({ pid }) => pid)
    .filter((pid) => pid !== service.pid());
}

async function standStill(pids: readonly number[], forMs: number): Promise<void> {
  signalTo(pids, 'SIGSTOP');
  await delay(forMs);
  signalTo(pids, 'SIGCONT');
}

function signalTo(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}
