export const outline = {
  title: 'Outline',
  canvas: 'Canvas',
  run: 'Run',
  views: 'Views of the flow',
  leftDock: 'Nodes',
  addNodes: 'Add nodes',
  add: 'Add node',
  empty: 'No nodes yet. Nodes you add appear here and on the canvas.',
  nodeName: (label: string, kind: string, problems: number) =>
    `${label}, ${kind}${problems > 0 ? `, ${problems === 1 ? '1 issue' : `${problems} issues`}` : ''}`,
  edit: 'Edit',
  show: 'Show on canvas',
  orderOf: (label: string) => `Order of ${label}`,
  moveUp: (label: string) => `Move ${label} up`,
  moveDown: (label: string) => `Move ${label} down`,
}
