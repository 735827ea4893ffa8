const nodesOf = (count: number) => (count === 1 ? '1 node' : `${count} nodes`)
const linksOf = (count: number) => (count === 1 ? '1 link' : `${count} links`)

/** Flow files that come onto the canvas, and pictures that leave it. */
export const canvasImport = {
  title: 'Import a flow',
  notAFlow: 'Not a flow file',
  notAFlowText: 'It is valid JSON, but it holds no list of nodes and no list of edges.',
  badJson: (line: number, column: number) =>
    `It is not valid JSON: something is wrong at line ${line}, column ${column}.`,
  onlyJson: 'Only .json files can be imported.',
  tooLarge: 'The file is larger than 20 MB.',
  drop: 'Drop the flow file to import it',
  pasted: 'Pasted flow',
  counted: (nodes: number, links: number) => `${nodesOf(nodes)}, ${linksOf(links)}`,
  replaceHint: 'Replace keeps what is here as a version first.',
  undoHint: 'Insert and Replace are one step: Ctrl Z takes them back.',
  otherKind: 'The file is a flow of another kind than this canvas. It can be opened as a new flow.',
  missing: (count: number) =>
    count === 1 ? '1 component is missing here' : `${count} components are missing here`,
  keepMissing: 'Keep as placeholder',
  missingText:
    'These nodes are kept as they are and go out with the file, but they cannot run on this server.',
  leftOutText: 'These nodes are left out, and their links with them.',
  newer: 'Made by a newer version',
  newerText: (names: string) =>
    `The file has newer nodes than this server: ${names}. Some settings may be ignored.`,
  credentials: 'Credentials',
  credentialFor: (label: string, count: number) => `${label}, for ${nodesOf(count)}`,
  chooseLater: 'Choose later, on the canvas',
  noCredential: (label: string) => `You have no ${label} credential yet. You can add one on the node.`,
  insertHere: 'Insert here',
  replace: 'Replace',
  openAsNew: 'Open as new',
  picture: {
    menu: 'Export picture…',
    title: 'Export as a picture',
    what: 'What',
    all: 'The whole flow',
    selection: (count: number) => `The selection (${nodesOf(count)})`,
    format: 'Format',
    png: 'PNG',
    svg: 'SVG',
    size: 'Size',
    theme: 'Theme',
    light: 'Light',
    dark: 'Dark',
    background: 'Transparent background',
    notes: 'With notes',
    measures: (width: number, height: number) => `${width} × ${height} px`,
    copy: 'Copy as image',
    copied: 'The picture is in the clipboard.',
    save: 'Export',
    nothing: 'There is nothing to show.',
    failed: 'The picture could not be made.',
    tooLarge: 'The picture is too large at this size. Choose a smaller one, or SVG.',
  },
}
