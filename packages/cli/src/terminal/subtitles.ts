import type { Utterance } from '@parlance/core';

const MS_PER_SECOND = 1000;
const SECONDS_PER_MINUTE = 60;
const MINUTES_PER_HOUR = 60;

/** SubRip: numbered cues, times with a comma. */
export function toSrt(utterances: readonly Utterance[]): string {
  return utterances
    .map(
      ({ text, startTime, endTime }, index) =>
        `${index + 1}\n${timestamp(startTime, ',')} --> ${timestamp(endTime, ',')}\n${text}\n`,
    )
    .join('\n');
}

/** WebVTT: a header, times with a point. */
export function toVtt(utterances: readonly Utterance[]): string {
  const cues = utterances.map(
    ({ text, startTime, endTime }) =>
      `${timestamp(startTime, '.')} --> ${timestamp(endTime, '.')}\n${escapeVtt(text)}\n`,
  );
  return ['WEBVTT\n', ...cues].join('\n');
}

/** In WebVTT these open tags and entities. */
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
