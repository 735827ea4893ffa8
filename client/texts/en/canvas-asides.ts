export const canvasAsides = {
  naming: {
    title: 'Name this flow',
    name: 'Name',
    actions: { save: 'Save version', publish: 'Publish' },
  },
  keyActions: { runAgain: 'Send the last message again' },
  preferences: {
    text: 'Saved in this browser for all flows.',
    wheel: 'Mouse wheel and touchpad scroll',
    wheels: { zoom: 'Zoom', pan: 'Move the canvas' },
    wheelTexts: {
      zoom: 'To move the canvas, drag the background or hold Space and drag.',
      pan: 'Ctrl or Cmd with the wheel, or a pinch, zooms. Shift with the wheel scrolls sideways.',
    },
    switches: {
      snapping: { name: 'Snap to the grid', text: 'Dragged nodes snap to a 20 px grid.' },
      magnet: {
        name: 'Alignment guides',
        text: 'Dragged nodes snap to the edges of nearby nodes.',
      },
      grid: { name: 'Show the grid', text: 'Dots on the ground of the canvas.' },
      minimap: { name: 'Minimap', text: 'The whole flow, in the corner of the canvas.' },
    },
    keys: 'Keyboard shortcuts',
    keysOn: 'Single keys are on.',
    keysOff: 'Single keys are off.',
    openKeys: 'Change…',
  },
  tryCode: {
    title: 'Try the function',
    run: 'Run',
    stop: 'Stop',
    running: 'Running…',
    noValue: 'No value',
    result: 'Returned',
    nothing: 'Nothing',
    failed: (issue: string, line?: string) => (line === undefined ? issue : `Line ${line}: ${issue}`),
  },
}
