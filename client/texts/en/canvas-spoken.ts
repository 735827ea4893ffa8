const nodesOf = (count: number) => (count === 1 ? '1 node' : `${count} nodes`)
const linksOf = (count: number) => (count === 1 ? '1 link' : `${count} links`)
const named = (what: string, count: number) => (what && count === 1 ? `“${what}”` : nodesOf(count))

export const canvasSpoken = {
  done: {
    add: (what: string) => `Added “${what}”`,
    addNote: () => 'Added a note',
    align: (_: string, count: number) => `Aligned ${nodesOf(count)}`,
    connect: (what: string) => (what ? `Connected ${what}` : 'Connected'),
    copies: (what: string, count: number) => `Duplicated ${named(what, count)}`,
    delete: (what: string, count: number) => `Deleted ${named(what, count)}`,
    deleteLinks: (_: string, count: number) => `Deleted ${linksOf(count)}`,
    disable: (what: string, count: number) => `Disabled ${named(what, count)}`,
    edit: (what: string) => `Changed “${what}”`,
    enable: (what: string, count: number) => `Enabled ${named(what, count)}`,
    frame: (_: string, count: number) => `Grouped ${nodesOf(count)}`,
    insert: (_: string, count: number) => `Inserted ${nodesOf(count)}`,
    load: (_: string, count: number) => `Loaded ${nodesOf(count)}`,
    move: (_: string, count: number) => `Moved ${nodesOf(count)}`,
    output: (what: string) => `Changed output “${what}”`,
    paste: (_: string, count: number) => `Pasted ${nodesOf(count)}`,
    rename: (what: string) => `Renamed to “${what}”`,
    renameFlow: (what: string) => `Renamed the flow to “${what}”`,
    reorder: (what: string) => `Changed the order of “${what}”`,
    replaceLink: (what: string) => (what ? `Connected ${what}, in place of another link` : 'Replaced a link'),
    replaceNode: (what: string) => `Replaced with “${what}”`,
    replaceText: (what: string, count: number) =>
      `Replaced “${what}” in ${count === 1 ? '1 text' : `${count} texts`}`,
    reroute: (what: string) => (what ? `Moved a link: ${what}` : 'Moved a link'),
    resize: () => 'Changed the size',
    sameWidth: (_: string, count: number) => `Matched the width of ${nodesOf(count)}`,
    tidy: (_: string, count: number) => `Tidied ${nodesOf(count)}`,
    unframe: () => 'Ungrouped',
    update: (what: string) => `Updated “${what}”`,
  },
  link: (source: string, target: string, input: string) =>
    input ? `${source} to ${input} of ${target}` : `${source} to ${target}`,
  withProblems: (done: string, problems: number) =>
    `${done}, ${problems === 1 ? '1 issue' : `${problems} issues`}`,
  runBegan: 'Run started',
  runEnded: {
    run_finished: (nodes: number, time: string, cost: string) =>
      `Run finished, ${nodesOf(nodes)}, ${time}, ${cost}`,
    run_failed: (nodes: number, time: string, cost: string) =>
      `Run failed, ${nodesOf(nodes)}, ${time}, ${cost}`,
    run_stopped: (nodes: number, time: string, cost: string) =>
      `Run stopped, ${nodesOf(nodes)}, ${time}, ${cost}`,
  },
  selected: (count: number) => `${nodesOf(count)} selected`,
  linking: 'Drawing a link. Press Enter on a matching input or output to connect, Escape to cancel.',
  skip: 'Skip to the canvas',
  edgeHint: 'Press Enter to select the link, Delete to remove it, Escape to deselect.',
}
