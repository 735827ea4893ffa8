import type { errors as source } from '../en/errors.ts'

/** Of the specification's list. */
const countries: Record<string, string> = {
  Turkey: 'Türkiye',
  'United States': 'Amerika Birleşik Devletleri',
  'United Kingdom': 'Birleşik Krallık',
  Germany: 'Almanya',
  France: 'Fransa',
  Italy: 'İtalya',
  Spain: 'İspanya',
  Netherlands: 'Hollanda',
  Russia: 'Rusya',
  China: 'Çin',
  Japan: 'Japonya',
  India: 'Hindistan',
  Brazil: 'Brezilya',
  Australia: 'Avustralya',
  'United Arab Emirates': 'Birleşik Arap Emirlikleri',
}

export const errors: typeof source = {
  byCode: {
    INVALID_INPUT: 'Bazı alanlar geçerli değil.',
    INVALID_FLOW: 'Bu akış bu hâliyle çalışamaz.',
    UNAUTHENTICATED: 'Devam etmek için giriş yapın.',
    INSUFFICIENT_FUNDS: 'Bakiyeniz yetersiz. Lütfen cüzdanınıza bakiye ekleyin.',
    FORBIDDEN: 'Bunu yapma yetkiniz yok.',
    NOT_FOUND: 'Böyle bir şey yok ya da size ait değil.',
    METHOD_NOT_ALLOWED: 'Sunucu bu isteği desteklemiyor.',
    REQUEST_TIMEOUT: 'İstek zamanında tamamlanmadı.',
    CONFLICT: 'Bu zaten var ya da bu arada değişti.',
    NEEDS_APPROVAL:
      'Bu değişikliği başka bir yöneticinin onaylaması gerekiyor. Henüz hiçbir kayıt yapılmadı.',
    TOO_LARGE: 'Bu fazla büyük.',
    URI_TOO_LONG: 'Bu adres çok uzun.',
    UNSUPPORTED_MEDIA_TYPE: 'Sunucu bu biçimi desteklemiyor.',
    RATE_LIMITED: 'Çok fazla deneme yapıldı. Lütfen biraz bekleyip yeniden deneyin.',
    EXPECTATION_FAILED: 'Expect başlığı desteklenmiyor.',
    HEADERS_TOO_LARGE: 'İstek başlıkları çok büyük.',
    STOPPED: 'Bu işlem durduruldu.',
    INTERNAL: 'Bizim tarafımızda bir sorun oluştu.',
    UPSTREAM_FAILED: 'Sunucuya ulaşılamıyor.',
    MODEL_OUTPUT: 'Modelin yanıtı istenen biçimde değil.',
    UNAVAILABLE: 'Bu şu anda kullanılamıyor.',
    TIMED_OUT: 'Sunucu zamanında yanıt vermedi.',
  },
  phoneFormat: (country, format) =>
    `${countries[country] ?? country} için geçersiz biçim. Beklenen: ${format}`,
  sentences: {
    'Use at least 3 characters': 'En az 3 karakter kullanın',
    'Use at most 32 characters': 'En çok 32 karakter kullanın',
    'Use letters, digits, dots, _ and -': 'Harf, rakam, nokta, _ ve - kullanın (Türkçe harfler olmadan)',
    'Use at least 8 characters': 'En az 8 karakter kullanın',
    'Use at most 128 characters': 'En çok 128 karakter kullanın',
    'Enter your username or email': 'Kullanıcı adınızı ya da e-postanızı girin',
    'Enter your password': 'Parolanızı girin',
    'Please enter a valid email address': 'Lütfen geçerli bir e-posta adresi girin',
    'Email address is too long (max 254 characters)': 'E-posta adresi çok uzun (en çok 254 karakter)',
    'Email username part is too long (max 64 characters)':
      'E-postanın kullanıcı adı bölümü çok uzun (en çok 64 karakter)',
    'Email cannot contain consecutive dots': 'E-postada art arda nokta olamaz',
    'Email username cannot start or end with a dot':
      'E-postanın kullanıcı adı bölümü nokta ile başlayamaz ya da bitemez',
    'Give the flow a name': 'Akışa bir ad verin',
    'Use at most 255 characters': 'En çok 255 karakter kullanın',
    'Give the credential a name': 'Kimlik bilgisine bir ad verin',
    'Write a question': 'Bir soru yazın',
    'Username or password is wrong.': 'Kullanıcı adı ya da parola yanlış.',
    'This username is taken.': 'Bu kullanıcı adı alınmış.',
    'There is already an account with this email.': 'Bu e-posta ile bir hesap zaten var.',
    'Registration is closed on this server. Ask an administrator for an account.':
      'Bu sunucuda kayıt kapalı. Hesap için bir yöneticiye başvurun.',
    'Somebody else registered at the same moment. Please try again.':
      'Aynı anda başka biri kaydoldu. Lütfen yeniden deneyin.',
    'This is not your current password.': 'Bu şimdiki parolanız değil.',
    'This flow does not exist.': 'Böyle bir akış yok.',
    'This credential does not exist.': 'Böyle bir kimlik bilgisi yok.',
    'This run does not exist.': 'Böyle bir çalıştırma yok.',
    'The flow needs an ending: a chain or an agent that nothing follows.':
      'Akışın bir sonu olmalı: ardından hiçbir şey gelmeyen bir zincir ya da ajan.',
    'The credential of this node is gone. Choose another one.':
      'Bu düğümün kimlik bilgisi silinmiş. Başka birini seçin.',
    'The flow took too long to answer and was stopped.': 'Akışın yanıtlaması çok uzun sürdü, durduruldu.',
    'The server is being restarted. Please ask again in a moment.':
      'Sunucu yeniden başlatılıyor. Lütfen birazdan yeniden sorun.',
    'This request is too large.': 'Bu istek fazla büyük.',
    'Only an administrator may do this.': 'Bunu yalnızca bir yönetici yapabilir.',
    'Insufficient balance. Please top up your wallet.':
      'Bakiyeniz yetersiz. Lütfen cüzdanınıza bakiye ekleyin.',
    'Please enter a valid USD amount': 'Lütfen geçerli bir USD tutarı girin',
    'Please enter your address.': 'Lütfen adresinizi girin.',
    'All profile fields except VAT No are required.': 'Vergi no dışındaki tüm profil alanları zorunludur.',
    'Give a reason of at least 5 characters': 'En az 5 karakterlik bir gerekçe yazın',
    'User not found': 'Kullanıcı bulunamadı',
    'User does not have enough balance': 'Kullanıcının bakiyesi yeterli değil',
    'This entry does not exist.': 'Böyle bir kayıt yok.',
    'This entry was already taken back.': 'Bu kayıt için daha önce ters kayıt yapıldı.',
    'This entry takes another one back; post a new one instead.':
      'Bu kayıt zaten bir ters kayıttır; bunun yerine yeni bir kayıt girin.',
    'This payment does not exist.': 'Böyle bir ödeme yok.',
    'This payment has ended. Start a new one.': 'Bu ödeme sona erdi. Yeni bir ödeme başlatın.',
    'This payment is just being started. Please try again in a moment.':
      'Bu ödeme şu anda başlatılıyor. Lütfen biraz sonra yeniden deneyin.',
    'Card payments are not set up on this server.': 'Bu sunucuda kartla ödeme kurulu değil.',
    'No exchange rate is known yet. Please try again in a minute.':
      'Henüz bilinen bir döviz kuru yok. Lütfen bir dakika sonra yeniden deneyin.',
    'The central bank gave no exchange rate.': 'Merkez Bankasından döviz kuru alınamadı.',
    'PayTR could not be reached. Please try again.': 'PayTR’ye ulaşılamadı. Lütfen yeniden deneyin.',
    'PayTR did not answer in time. Please try again.':
      'PayTR zamanında yanıt vermedi. Lütfen yeniden deneyin.',
    'Please select a country code': 'Lütfen bir ülke kodu seçin',
    'Invalid country code selected': 'Seçilen ülke kodu geçersiz',
    'Phone number is too short': 'Telefon numarası çok kısa',
    'Customer Name is required': 'Müşteri adı gerekli',
    'Use at most 1,000 characters': 'En fazla 1.000 karakter kullanın',
    'Use at most 40 characters': 'En fazla 40 karakter kullanın',
    'Use at most 50 characters': 'En fazla 50 karakter kullanın',
    'This link is no longer valid. Ask an administrator for a new one.':
      'Bu bağlantı artık geçerli değil. Yöneticinizden yenisini isteyin.',
    'Invalid response from server': 'Sunucudan geçersiz yanıt geldi',
    'You cannot view as yourself.': 'Kendi hesabınızı bu yolla görüntüleyemezsiniz.',
    'You cannot view as another administrator.': 'Başka bir yönetici olarak görüntüleyemezsiniz.',
    'Something went wrong on our side.': 'Bizim tarafımızda bir sorun oluştu.',
    'The server cannot be reached.': 'Sunucuya ulaşılamıyor.',
  },
}
