/** What goes along with a question, and questions that need no typing. */
export const chatUploads = {
  attach: 'Attach files',
  attached: 'Attached files',
  remove: (name: string) => `Remove ${name}`,
  reading: 'Reading…',
  drop: 'Drop files here to attach them',
  faults: {
    kind: 'This flow takes no files of this kind',
    empty: 'This file is empty',
    many: (count: string) => `At most ${count} files go along with a question`,
    together: 'Too large together with the other files',
    size: (megabytes: string) => `At most ${megabytes} MB`,
  },
  hints: {
    failed: 'Remove the files that cannot be sent',
    reading: 'Your files are being read…',
    wordless: 'Write what you want to know',
  },
  picture: (name: string) => `Picture: ${name}`,
  voice: {
    record: 'Record a question',
    recording: 'Recording',
    cancel: 'Cancel the recording',
    sent: 'Voice message',
    denied: 'The microphone is blocked. Allow it for this page in your browser.',
    missing: 'No microphone was found.',
    failed: 'The recording could not be made.',
  },
  starters: 'Questions to begin with',
  followUps: 'Questions to go on with',
  notAgain: 'The files of this question could not be sent again.',
}
