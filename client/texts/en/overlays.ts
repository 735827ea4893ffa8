import type { NotificationKind, NotificationParams } from '#shared/notifications.ts'

/** What may be laid over any screen. Not said before signing in, so not part of the doors. */
export const overlays = {
  notices: {
    title: 'Notifications',
    buttonUnread: (count: number) => `Notifications, ${count} new`,
    clear: 'Clear',
    none: 'Nothing yet. Messages from the lower left stay here until you reload or sign out.',
    error: 'Error:',
    times: (count: number) => `(${count} times)`,
    kinds: {
      flow_failed_for_visitor: (flow) => `Visitors could not use “${flow}”.`,
      admin_wallet_changed: (_, { by, user, amount, reason }) =>
        `${by} changed the wallet of the administrator ${user} by ${amount}: ${reason}`,
      wallet_change_requested: (_, { by, user, amount, reason }) =>
        `${by} asks for approval to change the wallet of ${user} by ${amount}: ${reason}`,
      wallet_change_approved: (_, { by, user, amount }) =>
        `${by} approved your change of ${amount} for ${user}.`,
      wallet_change_rejected: (_, { by, user, amount }) =>
        `${by} rejected your change of ${amount} for ${user}.`,
    } as Record<NotificationKind, (flow: string, params: NotificationParams) => string>,
  },
  appearance: {
    title: 'Appearance',
    text: 'Kept in this browser. Every choice counts at once.',
    scheme: 'Colours',
    schemes: { system: 'System', light: 'Light', dark: 'Dark' },
    font: 'Font',
    fonts: { plex: 'Plex', system: 'System', serif: 'Serif' },
    size: 'Text size',
    sizes: { small: 'Small', usual: 'Usual', large: 'Large', larger: 'Larger' },
    density: 'Density',
    densities: { roomy: 'Roomy', compact: 'Compact' },
    corners: 'Corners',
    radii: ['Square', 'Slight', 'Usual', 'Round'] as readonly string[],
    horizontal: 'Menu above the content',
    horizontalHint: 'On wide screens; elsewhere the menu slides in from the side.',
    reset: 'Reset',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    text: 'Single keys rest while you type. The canvas has more: press ? there.',
    sections: { everywhere: 'Everywhere', places: 'Go to', flows: 'In the list of flows' },
    actions: {
      palette: 'Search or jump',
      menu: 'Fold or unfold the menu',
      help: 'This list',
      close: 'Close what is open',
      submit: 'Submit a dialog',
      newFlow: 'New flow',
      search: 'Search',
      move: 'Move between flows',
      rename: 'Rename',
      remove: 'Delete',
    },
  },
}
