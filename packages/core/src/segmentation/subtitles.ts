import { type SubtitleCue, subtitleCues } from './subtitle-cues.ts';
import type { RecognizedUtterance } from './utterance.ts';

const MS_PER_SECOND = 1000;
const SECONDS_PER_MINUTE = 60;
const MINUTES_PER_HOUR = 60;

/** Subtitles as a SubRip file: numbered, times with a comma; those of separate channels begin with the channel. */
export function toSrt(utterances: readonly RecognizedUtterance[]): string {
  return subtitleCues(utterances, { labelsChannels: true })
    .map((cue, index) => `${index + 1}\n${spanOf(cue, ',')}\n${cue.lines.join('\n')}\n`)
    .join('\n');
}

/** Subtitles as a WebVTT file: a header, times with a point; separate channels are voices. */
export function toVtt(utterances: readonly RecognizedUtterance[]): string {
  const cues = subtitleCues(utterances).map(
    (cue) => `${spanOf(cue, '.')}\n${voiceOf(cue)}${escapeVtt(cue.lines.join('\n'))}\n`,
  );
  return ['WEBVTT\n', ...cues].join('\n');
}

function spanOf({ startTime, endTime }: SubtitleCue, decimalMark: ',' | '.'): string {
  return `${timestamp(startTime, decimalMark)} --> ${timestamp(endTime, decimalMark)}`;
}

function voiceOf({ channel }: SubtitleCue): string {
  return channel === undefined ? '' : `<v Channel ${channel}>`;
}

/** Escapes the characters that begin tags and entities in WebVTT. */
function escapeVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function timestamp(seconds: number, decimalMark: ',' | '.'): string {
  const totalMs = Math.round(seconds * MS_PER_SECOND);
  const ms = totalMs % MS_PER_SECOND;
  const totalSeconds = Math.floor(totalMs / MS_PER_SECOND);
  const minutes = Math.floor(totalSeconds / SECONDS_PER_MINUTE);
  const parts = [
    Math.floor(minutes / MINUTES_PER_HOUR),
    minutes % MINUTES_PER_HOUR,
    totalSeconds % SECONDS_PER_MINUTE,
  ];
  return `${parts.map((part) => String(part).padStart(2, '0')).join(':')}${decimalMark}${String(ms).padStart(3, '0')}`;
}
