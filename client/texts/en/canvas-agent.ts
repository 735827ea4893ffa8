export const agent = {
  untitled: 'Untitled agent flow',
  start: 'Start',
  generate: 'Generate',
  generateOpen: 'Generate from a description…',
  beginFailed: 'The agent flow could not be begun',
  branches: {
    proceed: 'Proceed',
    reject: 'Reject',
    else: 'Else',
    numbered: (number: number) => `Way ${number}`,
  },
  refusals: {
    start: 'Nothing leads into the start.',
    cycle: 'A way back needs a loop node.',
    box: 'A wire stays inside or outside of an iteration.',
  },
}
