export const legal = {
  missing:
    'The operator of this installation has not written this page yet. Ask them before you rely on anything.',
  about: {
    privacy: 'It should say which personal data is stored, why, for how long, and whom to ask about it.',
    terms: 'It should say who offers this service, what it costs, and under which conditions it may be used.',
    dataSecurity: 'It should say where data is kept, who can read it, and how it is protected and backed up.',
  },
  operator: (name: string) => `For operators: write the page and set ${name} to its address.`,
  setting: { privacy: 'PRIVACY_URL', terms: 'TERMS_URL', dataSecurity: 'DATA_SECURITY_URL' },
}
