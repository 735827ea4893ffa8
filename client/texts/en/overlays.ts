import type { NotificationKind, NotificationParams } from '#shared/notifications.ts'

/** Overlays available on every screen after sign-in. */
export const overlays = {
  notices: {
    title: 'Notifications',
    buttonUnread: (count: number) => `Notifications, ${count} new`,
    clear: 'Clear',
    none: 'No notifications. They stay here until you reload or sign out.',
    error: 'Error:',
    times: (count: number) => (count === 1 ? '(once)' : `(${count} times)`),
    kinds: {
      person_requested: (flow) => `A visitor of “${flow}” asks for a person.`,
      channel_signed_out: (_, { account }) =>
        `The channel ${account} needs sign-in. Nobody is answered there until then.`,
      flow_failed_for_visitor: (flow) => `Visitors could not use “${flow}”.`,
      admin_wallet_changed: (_, { by, user, amount, reason }) =>
        `${by} changed the wallet of the administrator ${user} by ${amount}: ${reason}`,
      wallet_change_requested: (_, { by, user, amount, reason }) =>
        `${by} asks for approval to change the wallet of ${user} by ${amount}: ${reason}`,
      wallet_change_approved: (_, { by, user, amount }) =>
        `${by} approved your change of ${amount} for ${user}.`,
      wallet_change_rejected: (_, { by, user, amount }) =>
        `${by} rejected your change of ${amount} for ${user}.`,
      payment_succeeded: (_, { paid }) => `${paid} was added to your wallet.`,
      payment_failed: (_, { paid }) => `Your payment of ${paid} failed.`,
      upsert_completed: (name) => `“${name}” is up to date.`,
      upsert_failed: (name) => `The upsert of “${name}” failed.`,
      second_factor_added: (_, { factor, name }) =>
        factor === 'totp'
          ? 'An authenticator app was added to your account.'
          : `The passkey “${name}” was added to your account.`,
      second_factor_removed: (_, { factor, name }) =>
        factor === 'totp'
          ? 'The authenticator app was removed from your account.'
          : `The passkey “${name}” was removed from your account.`,
      second_factor_reset: (_, { by }) => `${by} reset your second factor and signed you out everywhere.`,
    } as Record<NotificationKind, (flow: string, params: NotificationParams) => string>,
  },
  appearance: {
    title: 'Appearance',
    text: 'Saved in this browser. Changes apply immediately.',
    scheme: 'Theme',
    schemes: { system: 'System', light: 'Light', dark: 'Dark' },
    font: 'Font',
    fonts: { plex: 'Plex', system: 'System', serif: 'Serif' },
    size: 'Text size',
    sizes: { small: 'Small', default: 'Default', large: 'Large', larger: 'Larger' },
    density: 'Density',
    densities: { roomy: 'Comfortable', compact: 'Compact' },
    corners: 'Corners',
    radii: ['Square', 'Slight', 'Default', 'Round'] as readonly string[],
    horizontal: 'Menu at the top',
    horizontalHint: 'On wide screens; elsewhere the menu slides in from the side.',
    reset: 'Reset',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    text: 'Single-key shortcuts are off while you type. Press ? on the canvas for more.',
    sections: {
      everywhere: 'Everywhere',
      places: 'Go to',
      flows: 'In the list of flows',
      messages: 'In messages',
    },
    actions: {
      palette: 'Search or jump',
      menu: 'Collapse or expand the menu',
      help: 'This list',
      close: 'Close the open dialog or panel',
      submit: 'Submit a dialog',
      newFlow: 'New flow',
      search: 'Search',
      move: 'Move between flows',
      rename: 'Rename',
      remove: 'Delete',
      takeOver: 'Take over',
      switchAi: 'Turn AI off or on',
      reply: 'Reply',
      note: 'Write a note',
      messages: 'Next or previous message',
    },
  },
}
