import type { legal as source } from '../en/legal.ts'

export const legal: typeof source = {
  missing: 'Bu kurulumu işleten henüz bu sayfayı yazmadı. Herhangi bir şeye güvenmeden önce kendisine sorun.',
  about: {
    privacy:
      'Bu sayfada hangi kişisel verilerin neden ve ne kadar süre saklandığı, soruların kime sorulacağı yazmalıdır.',
    terms: 'Bu sayfada hizmeti kimin sunduğu, ücreti ve hangi koşullarla kullanılabileceği yazmalıdır.',
    dataSecurity:
      'Bu sayfada verilerin nerede tutulduğu, kimin okuyabildiği, nasıl korunup yedeklendiği yazmalıdır.',
  },
  operator: (name) => `İşletenler için: sayfayı yazın ve ${name} ayarına adresini girin.`,
  setting: { privacy: 'PRIVACY_URL', terms: 'TERMS_URL', dataSecurity: 'DATA_SECURITY_URL' },
}
