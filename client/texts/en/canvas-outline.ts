export const outline = {
  title: 'Outline',
  canvas: 'Canvas',
  run: 'Run',
  views: 'Views of the flow',
  leftDock: 'Nodes',
  addNodes: 'Add nodes',
  add: 'Add node',
  empty: 'No node yet. Add one: it appears here and on the canvas.',
  nodeName: (label: string, kind: string, problems: number) =>
    `${label}, ${kind}${problems > 0 ? `, ${problems === 1 ? '1 problem' : `${problems} problems`}` : ''}`,
  edit: 'Edit',
  show: 'Show on canvas',
  orderOf: (label: string) => `Order of ${label}`,
  moveUp: (label: string) => `Move ${label} up`,
  moveDown: (label: string) => `Move ${label} down`,
}
