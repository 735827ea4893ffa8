export const chatUploads = {
  attach: 'Attach files',
  attached: 'Attached files',
  remove: (name: string) => `Remove ${name}`,
  reading: 'Reading…',
  drop: 'Drop files here to attach them',
  issues: {
    kind: 'This file type is not accepted',
    empty: 'This file is empty',
    many: (count: string) =>
      count === '1' ? 'At most 1 file per message' : `At most ${count} files per message`,
    together: 'Too large in total',
    size: (megabytes: string) => `At most ${megabytes} MB`,
  },
  hints: {
    failed: 'Remove the files that cannot be sent',
    reading: 'Your files are being read…',
    wordless: 'Write what you want to know',
  },
  picture: (name: string) => `Picture: ${name}`,
  voice: {
    record: 'Record a message',
    recording: 'Recording',
    cancel: 'Cancel the recording',
    sent: 'Voice message',
    denied: 'The microphone is blocked. Allow it for this page in your browser.',
    missing: 'No microphone was found.',
    failed: 'The recording could not be made.',
  },
  starters: 'Suggested questions',
  followUps: 'Follow-up questions',
  notAgain: 'The files of this message cannot be sent again. Attach them again.',
}
