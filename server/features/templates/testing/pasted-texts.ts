export const minutes = {
  en: 'Weekly meeting, 4 May. Present: Ayşe, Mert, Lara.\nAyşe sends the offer to Kaya Hotels by Friday.\nMert orders clay for the offer to Kaya Hotels by Monday.\nThe weather was lovely.\nLara calls Kaya Hotels about the offer on Tuesday.',
  tr: 'Haftalık toplantı, 4 Mayıs. Katılanlar: Ayşe, Mert, Lara.\nAyşe cumaya kadar Kaya Otel teklifini gönderiyor.\nMert pazartesiye kadar Kaya Otel teklifi için kil sipariş ediyor.\nHava çok güzeldi.\nLara salı günü Kaya Otel teklifi için arıyor.',
}
export const invoices = {
  en: 'Kuzey Clay Ltd\nInvoice no: KC-2027-0142\nDate: 03.05.2027\nDue date: 02.06.2027\nWhite clay, 400 kg, delivered to the workshop.\nSubtotal: 12,000.00 TL\nTotal: 14,400.50 TL\nIBAN: TR33 0006 1005 1978 6457 8413 26\nQuestions to hesap@kuzey.example',
  tr: 'Kuzey Kil Ltd. Şti.\nFatura no: KK-2027-0142\nFatura tarihi: 03.05.2027\nVade tarihi: 02.06.2027\nBeyaz kil, 400 kg, atölyeye teslim edildi.\nAra toplam: 12.000,00 TL\nGenel toplam: 14.400,50 TL\nIBAN: TR33 0006 1005 1978 6457 8413 26\nSorular: hesap@kuzey.example',
}
