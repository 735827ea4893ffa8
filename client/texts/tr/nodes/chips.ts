/** Chips on step cards, which are not part of the server's catalogue. */
export const chips: Readonly<Record<string, string>> = {
  memory: 'bellek',
  'last {number}': 'son {number}',
  'state: {number}': 'durum: {number}',
  allMessages: 'tüm mesajlar',
  windowSize: 'son mesajlar',
  conversationSummary: 'konuşma özeti',
  conversationSummaryBuffer: 'özet ve son mesajlar',
}
