/** Over the canvas: how somebody likes to work on it, and how a function is tried. */
export const canvasAsides = {
  keyActions: { runAgain: 'Ask the last question again' },
  preferences: {
    text: 'Kept in this browser, the same in every flow.',
    wheel: 'Wheel, and two fingers on a touchpad',
    wheels: { zoom: 'Zoom', pan: 'Move the canvas' },
    wheelTexts: {
      zoom: 'To move the canvas, drag its ground or hold Space and drag.',
      pan: 'Ctrl or Cmd with the wheel zooms, and so does a pinch. Shift with the wheel goes sideways.',
    },
    switches: {
      snapping: { name: 'Snap to the grid', text: 'What is dragged stops at every 20 px.' },
      magnet: {
        name: 'Magnetic lines',
        text: 'A card that is dragged is drawn to the edges of those around it.',
      },
      grid: { name: 'Show the grid', text: 'Dots on the ground of the canvas.' },
      minimap: { name: 'Small map', text: 'The whole flow, in the corner of the canvas.' },
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
    failed: (fault: string, line?: string) => (line === undefined ? fault : `Line ${line}: ${fault}`),
  },
}
