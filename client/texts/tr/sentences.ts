/** What the server says, by what it says in English: all that can only be heard after signing in. */
export const sentences: Record<string, string> = {
  'A field of this notification is there twice.': 'Bu bildirimde bir alan iki kez var.',
  'A file of yours is still being read. Please wait until it is done.':
    'Bir dosyanız hâlâ okunuyor. Lütfen bitmesini bekleyin.',
  'A notification comes as a form.': 'Bildirim form olarak gelir.',
  'A procedure is asked in application/json.': 'Yordamlar application/json olarak çağrılır.',
  'A shared credential cannot be used with an address of your own. Clear the base path or choose your own credential.':
    'Paylaşılan bir kimlik bilgisi kendi adresinizle kullanılamaz. Temel yolu boşaltın ya da kendi kimlik bilginizi seçin.',
  'A static variable needs a value': 'Sabit değişkenin bir değeri olmalı',
  'This is more than one administrator may change in a day (ADMIN_DAILY_MAX_USD), and there is no other administrator to approve it.':
    'Bu, bir yöneticinin bir günde değiştirebileceği tutarı aşıyor (ADMIN_DAILY_MAX_USD) ve onaylayacak başka bir yönetici yok.',
  'Another administrator must approve this change: it is above what one may change in a day (ADMIN_DAILY_MAX_USD). Nothing has been posted yet.':
    'Bu değişikliği başka bir yöneticinin onaylaması gerekiyor: bir yöneticinin bir günde değiştirebileceği tutarı aşıyor (ADMIN_DAILY_MAX_USD). Henüz hiçbir kayıt yapılmadı.',
  'Another administrator must decide about this change.': 'Bu değişikliğe başka bir yönetici karar vermeli.',
  'Whoever asked for this change is no longer an administrator. Reject it.':
    'Bu değişikliği isteyen kişi artık yönetici değil. Değişikliği reddedin.',
  'Another administrator rejected this change.': 'Bu değişikliği başka bir yönetici reddetti.',
  'This change has expired without an approval.': 'Bu değişikliğin süresi onaylanmadan doldu.',
  'This change has been decided or has expired.': 'Bu değişiklik için karar verilmiş ya da süresi dolmuş.',
  'This change does not exist.': 'Böyle bir değişiklik yok.',
  'Send a JSON object.': 'Bir JSON nesnesi gönderin.',
  'Send the body as application/json.': 'Gövdeyi application/json olarak gönderin.',
  'Send this setting as JSON text': 'Bu ayarı JSON metni olarak gönderin',
  'The Host header is required.': 'Host başlığı zorunludur.',
  'The URL is too long.': 'Adres çok uzun.',
  'The Expect header is not supported.': 'Expect başlığı desteklenmiyor.',
  'The JSON of this request is nested too deeply.': 'Bu istekteki JSON fazla iç içe.',
  'The body is not valid UTF-8.': 'Gövde geçerli UTF-8 değil.',
  'The client has gone away.': 'İstemci bağlantıyı kapattı.',
  'The input variables are nested too deeply.': 'Girdi değişkenleri fazla iç içe.',
  'This file is too deeply nested to read.': 'Bu dosya okunamayacak kadar iç içe.',
  'This is not a flow file: it is nested too deeply.': 'Bu bir akış dosyası değil: fazla iç içe.',
  'This is not a valid HTTP request.': 'Bu geçerli bir HTTP isteği değil.',
  'This request contains a value that cannot be stored.': 'Bu istek saklanamayan bir değer içeriyor.',
  'Too many documents are waiting to be read. Try again in a moment.':
    'Okunmayı bekleyen çok fazla belge var. Birazdan yeniden deneyin.',
  'Too many tries. Please wait a little.': 'Çok fazla deneme yapıldı. Lütfen biraz bekleyin.',
  'This flow has not been published yet.': 'Bu akış henüz yayımlanmadı.',
  'This flow was changed elsewhere since you opened it.':
    'Siz açtıktan sonra bu akış başka bir yerde değiştirildi.',
  'This version does not exist any more.': 'Bu sürüm artık yok.',
  'This credential is gone. Choose another one.': 'Bu kimlik bilgisi artık yok. Başka birini seçin.',
  'The model wrote nothing. Try again, or choose another model.':
    'Model hiçbir şey yazmadı. Yeniden deneyin ya da başka bir model seçin.',
  'The model did not answer with a plan. Try again, or choose another model.':
    'Model bir planla yanıt vermedi. Yeniden deneyin ya da başka bir model seçin.',
  'The model planned no step that can be added here. Say it in other words, or choose another model.':
    'Model, buraya eklenebilecek bir adım planlamadı. Başka sözcüklerle anlatın ya da başka bir model seçin.',
  'The answer of the model was cut because it was too long. Ask for less, or choose another model.':
    'Modelin yanıtı çok uzun olduğu için kesildi. Daha azını isteyin ya da başka bir model seçin.',
  'Say what it should do': 'Ne yapması gerektiğini yazın',
  'Use at most 4,000 characters': 'En çok 4.000 karakter kullanın',
  'Use at most 200 characters': 'En çok 200 karakter kullanın',
  'Use at most 5,000 characters': 'En çok 5.000 karakter kullanın',
  'Visitors have sent this flow as many files as it keeps. Please try again tomorrow.':
    'Ziyaretçiler bu akışa saklayabildiği kadar dosya gönderdi. Lütfen yarın yeniden deneyin.',
  'The conversations of this flow hold as many files as a flow may keep.':
    'Bu akışın konuşmalarında bir akışın saklayabileceği kadar dosya var.',
  'Too many files. Please wait a little and send them again.':
    'Çok fazla dosya gönderildi. Lütfen biraz bekleyip yeniden gönderin.',
  'No words were heard in this recording.': 'Bu kayıtta hiçbir sözcük duyulmadı.',
  'This flow does not listen to recordings. Write a question.':
    'Bu akış ses kayıtlarını dinlemiyor. Bir soru yazın.',
  'The credential for speech is gone. Choose another one in the settings of the flow.':
    'Konuşma için kimlik bilgisi artık yok. Akışın ayarlarından başka birini seçin.',
  'Speech to text needs the address of the LocalAI server.':
    'Konuşmayı yazıya dökmek için LocalAI sunucusunun adresi gerekli.',
  'The credential for Azure Speech needs a region like westeurope.':
    'Azure Speech kimlik bilgisinin westeurope gibi bir bölgesi olmalı.',
  'Traces to an address of your own need a credential of your own.':
    'Kendi adresinize giden izler için kendi kimlik bilginiz gerekir.',
  'Traces need an address that begins with https://.': 'İzler için https:// ile başlayan bir adres gerekli.',
  'Write a name': 'Bir ad yazın',
  'Choose a picture in PNG, JPEG or WebP.': 'PNG, JPEG ya da WebP biçiminde bir resim seçin.',
  'Choose a range of days as from=YYYY-MM-DD and to=YYYY-MM-DD.':
    'Gün aralığını from=YYYY-AA-GG ve to=YYYY-AA-GG olarak seçin.',
  'Choose at least one permission': 'En az bir izin seçin',
  'Enter a whole number': 'Bir tam sayı girin',
  'Enter dollars, with at most 6 decimals': 'Dolar tutarı girin; en fazla 6 ondalık',
  'Enter dollars per million tokens, with at most 6 decimals':
    'Milyon token başına dolar girin; en fazla 6 ondalık',
  'Give the key a name': 'Anahtara bir ad verin',
  'Use at most 20 use cases': 'En çok 20 kullanım alanı yazın',
  'Give the tool a name': 'Araca bir ad verin',
  'Invalid Imported File': 'İçe aktarılan dosya geçersiz',
  'It holds a key named __proto__.': '__proto__ adında bir anahtar içeriyor.',
  'Each kind is true or false.': 'Her tür için true ya da false yazılır.',
  'It holds too many values.': 'Çok fazla değer içeriyor.',
  'It is nested too deeply.': 'İç içe yapısı çok derin.',
  'It is not valid JSON.': 'Geçerli bir JSON değil.',
  'Money is being checked; nothing can be charged or paid right now.':
    'Hesaplar denetleniyor; şu anda ödeme ya da tahsilat yapılamaz.',
  'Only a paid payment can be refunded.': 'Yalnızca ödenmiş bir ödeme iade edilebilir.',
  'Only a rate can be accepted.': 'Yalnızca bir kur kabul edilebilir.',
  'Only an administrator may share a credential with everybody.':
    'Bir kimlik bilgisini herkesle yalnızca yönetici paylaşabilir.',
  'Others are importing at the moment. Please try again in a minute.':
    'Şu anda başkaları içe aktarıyor. Lütfen bir dakika sonra yeniden deneyin.',
  'Say what you found, in at least 5 characters': 'Ne bulduğunuzu en az 5 karakterle yazın',
  'Sign in to continue.': 'Sürdürmek için giriş yapın.',
  'Something changed here while the file was read. Please import it again.':
    'Dosya okunurken burada bir şey değişti. Lütfen yeniden içe aktarın.',
  'The caller went away.': 'Soran ayrıldı.',
  'The latest release could not be looked up.': 'Son sürüm öğrenilemedi.',
  'The range ends before it begins': 'Aralık başlamadan bitiyor',
  'The sandbox may call nothing but the address it was given.':
    'Deneme ortamı, verilen adresten başka bir yeri çağıramaz.',
  'The server sent a packed answer, which was not asked for.':
    'Sunucu, istenmediği hâlde sıkıştırılmış bir yanıt gönderdi.',
  'The database sent more than we are willing to read.': 'Veritabanı, okunabilecekten fazlasını gönderdi.',
  'The server sent more than we are willing to read.': 'Sunucu, okunabilecekten fazlasını gönderdi.',
  'The signature of this notification is wrong.': 'Bu bildirimin imzası yanlış.',
  'There is no picture.': 'Resim yok.',
  'There is nothing here.': 'Burada bir şey yok.',
  'This API key does not exist.': 'Bu API anahtarı yok.',
  'This Idempotency-Key was already used for another payment.':
    'Bu Idempotency-Key başka bir ödeme için kullanıldı.',
  'This Idempotency-Key was already used for another refund.':
    'Bu Idempotency-Key başka bir iade için kullanıldı.',
  'This Idempotency-Key was already used for something else.':
    'Bu Idempotency-Key başka bir şey için kullanıldı.',
  'This already exists.': 'Bu zaten var.',
  'This assistant does not exist.': 'Bu asistan yok.',
  'This case does not exist.': 'Bu inceleme kaydı yok.',
  'This case holds no bulletin that could be accepted.': 'Bu kayıtta kabul edilebilecek bir bülten yok.',
  'This case is closed already.': 'Bu kayıt zaten kapatıldı.',
  'This file is larger than 50 MB.': 'Bu dosya 50 MB sınırını aşıyor.',
  'This file needs more memory than an import may have.':
    'Bu dosya, içe aktarmaya ayrılandan fazla bellek gerektiriyor.',
  'This hold does not exist.': 'Bu bloke yok.',
  'This hold was already closed.': 'Bu bloke zaten kapatıldı.',
  'This is less than a kuruş.': 'Bu tutar bir kuruştan az.',
  'This is more than $0.60 per minute: confirm it if it is meant.':
    'Bu, dakika başına 0,60 $ üzerinde: doğruysa onaylayın.',
  'This is more than $1,000 per million characters: confirm it if it is meant.':
    'Bu, milyon karakter başına 1.000 $ üzerinde: doğruysa onaylayın.',
  'This is more than $1,000 per million tokens. Prices are per million, not per token: confirm it if it is meant.':
    'Bu, milyon token başına 1.000 $ üzerinde. Fiyatlar token başına değil, milyon başınadır: doğruysa onaylayın.',
  'This is no cursor of a page.': 'Bu bir sayfa imleci değil.',
  'This is no notification of a payment.': 'Bu bir ödeme bildirimi değil.',
  'This is not a flow file: it is not valid JSON.': 'Bu bir akış dosyası değil: geçerli bir JSON değil.',
  'This is not possible while you view as somebody else.': 'Başka birinin görünümündeyken bu yapılamaz.',
  'This is open to nobody.': 'Bu kimseye açık değil.',
  'This is the last administrator. Make somebody else one first.':
    'Bu son yönetici. Önce başka birini yönetici yapın.',
  'This link is no longer valid. Ask an administrator for a new one.':
    'Bu bağlantı artık geçerli değil. Yöneticiden yenisini isteyin.',
  'This page does not exist. Please load the list again.': 'Bu sayfa yok. Lütfen listeyi yeniden yükleyin.',
  'This reference was already used for something else.': 'Bu başvuru başka bir şey için kullanıldı.',
  'This request did not come from a page of this server.': 'Bu istek bu sunucunun bir sayfasından gelmedi.',
  'This session has ended already.': 'Bu oturum zaten kapandı.',
  'This tool does not exist.': 'Bu araç yok.',
  'This user does not exist.': 'Bu kullanıcı yok.',
  'This variable does not exist.': 'Bu değişken yok.',
  'The Idempotency-Key must have 1 to 255 characters.': 'Idempotency-Key 1 ile 255 karakter arasında olmalı.',
  'SQLite files are read only from the databases folder of this server’s data folder.':
    'SQLite dosyaları yalnızca bu sunucunun veri klasöründeki databases klasöründen okunur.',
  'This credential was sealed with another key. Enter its values again.':
    'Bu kimlik bilgisi başka bir anahtarla mühürlenmiş. Değerlerini yeniden girin.',
  'This user has a card payment in progress. Try again when it has been paid or has expired, after 40 minutes at most.':
    'Bu kullanıcının süren bir kart ödemesi var. Ödendiğinde ya da süresi dolduğunda, en geç 40 dakika sonra yeniden deneyin.',
  'Too many tries. Please wait a little and try again.':
    'Çok fazla deneme yapıldı. Lütfen biraz bekleyip yeniden deneyin.',
  'Use letters, digits and _, not starting with a digit': 'Harf, rakam ve _ kullanın; rakamla başlamasın',
  'Write at most 32,000 characters': 'En fazla 32.000 karakter yazın',
  'You are not viewing as anybody.': 'Kimsenin görünümünde değilsiniz.',
  'You cannot do this to your own account.': 'Bunu kendi hesabınıza yapamazsınız.',
  'A file needs a name.': 'Dosyanın bir adı olmalı.',
  'A flow cannot ask itself, nor one that is waiting for its answer.':
    'Bir akış kendine ya da yanıtını bekleyen bir akışa soru soramaz.',
  'An assistant at OpenAI needs an OpenAI credential of your own.':
    "OpenAI'daki bir asistan için kendi OpenAI kimlik bilginiz gerekir.",
  'Custom MCP: the address ("url") of the server is missing.': 'Özel MCP: sunucunun adresi ("url") eksik.',
  'Custom MCP: the configuration is not JSON.': 'Özel MCP: yapılandırma JSON değil.',
  'Custom MCP: this server starts no programs. Give the address of an MCP server.':
    'Özel MCP: bu sunucu program başlatmaz. Bir MCP sunucusunun adresini verin.',
  'Give the template a name': 'Şablona bir ad verin',
  'Only nodes that lead to the answer can be run.': 'Yalnızca yanıta giden düğümler çalıştırılabilir.',
  'Pinecone did not say where this index stands.': 'Pinecone bu dizinin nerede olduğunu bildirmedi.',
  'Say what the template is to be made of: chatflowId or tool.':
    'Şablonun neden yapılacağını belirtin: chatflowId ya da tool.',
  'Say what to search for.': 'Ne aranacağını yazın.',
  'The Redis did not answer in time.': 'Redis zamanında yanıt vermedi.',
  'The address must be like postgres://user:password@host:5432/database.':
    'Adres şuna benzemeli: postgres://user:password@host:5432/database.',
  'The code or its inputs are longer than a script may be.': 'Kod ya da girdileri bir betik için fazla uzun.',
  'The database answered with too much.': 'Veritabanı çok fazla veri döndürdü.',
  'The database took too long to answer.': 'Veritabanı zamanında yanıt vermedi.',
  'The document could not be read: it is damaged.': 'Belge okunamadı: dosya bozuk.',
  'The document is too large to read: it takes too much memory.':
    'Belge okunamayacak kadar büyük: çok fazla bellek gerektiriyor.',
  'The document takes too long to read.': 'Belgenin okunması çok uzun sürüyor.',
  'The embedding model did not give one vector for each text.':
    'Gömme modeli her metin için bir vektör döndürmedi.',
  'The embedding model gave vectors of different lengths.':
    'Gömme modeli farklı uzunlukta vektörler döndürdü.',
  'The file in this flow is too large.': 'Bu akıştaki dosya çok büyük.',
  'The headers are not a JSON object.': 'Başlıklar bir JSON nesnesi değil.',
  'The input variables are not a JSON object.': 'Girdi değişkenleri bir JSON nesnesi değil.',
  'The mail server did not take the letter.': 'Posta sunucusu iletiyi kabul etmedi.',
  'The private key in the Google credential cannot be read.':
    'Google kimlik bilgisindeki özel anahtar okunamıyor.',
  'The region or the project of the Google credential is not valid.':
    'Google kimlik bilgisindeki bölge ya da proje geçerli değil.',
  'The way this question has taken leads to no chain or agent that could answer.':
    'Bu sorunun izlediği yol, yanıt verebilecek bir zincire ya da ajana çıkmıyor.',
  'This assistant has no counterpart at OpenAI yet.': 'Bu asistanın OpenAI tarafında henüz karşılığı yok.',
  'This is no OpenAPI description: it has no paths.':
    'Bu bir OpenAPI tanımı değil: hiç yol (paths) içermiyor.',
  'This template does not exist.': 'Bu şablon yok.',
  'This part does not exist.': 'Bu parça yok.',
  'Choose at least one node to keep as a part.': 'Parça olarak saklamak için en az bir düğüm seçin.',
  'A node is twice in this part.': 'Bu parçada bir düğüm iki kez var.',
  'A part has at most 200 nodes.': 'Bir parçada en çok 200 düğüm olabilir.',
  'You can keep at most 100 parts. Delete one first.':
    'En çok 100 parça saklayabilirsiniz. Önce birini silin.',
  'This part is too large to keep.': 'Bu parça saklanamayacak kadar büyük.',
  'Give the part a name': 'Parçaya bir ad verin',
  'Too many scripts are waiting to run. Try again in a moment.':
    'Çalışmayı bekleyen çok fazla betik var. Biraz sonra yeniden deneyin.',
  'Say what the tool is for': 'Aracın ne işe yaradığını yazın',
  'Use lower case letters, digits and _, not starting with a digit':
    'Küçük harf, rakam ve _ kullanın; rakamla başlamasın',
  'A file comes as data:<type>;base64,<bytes>.': 'Bir dosya data:<tür>;base64,<baytlar> biçiminde gelir.',
  'An upload of the type url needs an address that begins with https://.':
    'url türünde bir yükleme, https:// ile başlayan bir adres ister.',
  'Files of this kind cannot be uploaded.': 'Bu türde dosyalar yüklenemez.',
  'Name chatflowId, chatId and fileName.': 'chatflowId, chatId ve fileName değerlerini belirtin.',
  'Send the files as multipart/form-data.': 'Dosyaları multipart/form-data olarak gönderin.',
  'The form could not be read.': 'Form okunamadı.',
  'The name of this file does not fit what is in it.': 'Bu dosyanın adı içeriğine uymuyor.',
  'There is no file in this request.': 'Bu istekte dosya yok.',
  'There is no such file.': 'Böyle bir dosya yok.',
  'These files are too many or too large.': 'Bu dosyalar fazla çok ya da fazla büyük.',
  'This flow takes no documents.': 'Bu akış belge almıyor.',
  'This flow takes no files of this kind.': 'Bu akış bu türde dosya almıyor.',
  'Too many questions. Please wait a little and ask again.':
    'Çok fazla soru soruldu. Lütfen biraz bekleyip yeniden sorun.',
  'There is no such store in this flow.': 'Bu akışta böyle bir depo yok.',
  'This flow has no store that could be filled.': 'Bu akışta doldurulabilecek bir depo yok.',
  'Write the address of a web page': 'Bir web sayfasının adresini yazın',
  'Use at most 500 characters': 'En çok 500 karakter kullanın',
  'Use at most 10 prompts': 'En çok 10 soru yazın',
  'Enter a whole number from 1 to 1,000,000': '1 ile 1.000.000 arasında bir tam sayı girin',
  'Enter whole seconds, from 1 to 86,400 (one day)': '1 ile 86.400 (bir gün) arasında tam saniye girin',
  'Write what is said when the limit is reached': 'Sınıra ulaşıldığında ne yazacağını girin',
  'Enter an address without a path, like https://shop.example.com':
    'https://shop.example.com gibi, yol içermeyen bir adres girin',
  'This address is already in the list': 'Bu adres zaten listede',
  'Choose a credential': 'Bir kimlik bilgisi seçin',
  'Choose a model': 'Bir model seçin',
  'Write {history} where the conversation is to stand': 'Konuşmanın yer alacağı yere {history} yazın',
  'Enter a number from 0 to 1': '0 ile 1 arasında bir sayı girin',
  'Enter an address that begins with https://': 'https:// ile başlayan bir adres girin',
  'Choose one of the list': 'Listeden birini seçin',
  'Choose at least one kind of file': 'En az bir dosya türü seçin',
  'Write the function, or switch this off': 'İşlevi yazın ya da bu ayarı kapatın',
  'That is not JSON.': 'Bu, JSON değil.',
  'Weaviate Metadata Keys must be a JSON list of names.':
    'Weaviate Metadata Keys, adlardan oluşan bir JSON listesi olmalı.',
  'Choose a voice': 'Bir ses seçin',
  'Choose a voice of ElevenLabs in the settings of the flow.':
    'Akışın ayarlarında ElevenLabs seslerinden birini seçin.',
  'Choose at least one field': 'En az bir alan seçin',
  'Fill in at least one field.': 'En az bir alanı doldurun.',
  'Please fill in this field': 'Lütfen bu alanı doldurun',
  'Please enter a valid phone number': 'Lütfen geçerli bir telefon numarası girin',
  'Use at most 254 characters': 'En fazla 254 karakter kullanın',
  'Name the flow as chatflowid.': 'Akışı chatflowid alanında belirtin.',
  'The body names another flow than the address.': 'Gövdede, adrestekinden başka bir akış belirtilmiş.',
  'The voice does not stop speaking.': 'Ses kaydı bitmek bilmiyor.',
  'There are no words in this answer.': 'Bu yanıtta okunacak söz yok.',
  'There is no such answer in this conversation.': 'Bu konuşmada böyle bir yanıt yok.',
  'This answer has been rated already.': 'Bu yanıt zaten değerlendirilmiş.',
  'This flow asks for no contact details.': 'Bu akış iletişim bilgisi istemiyor.',
  'This flow asks for no ratings.': 'Bu akış değerlendirme istemiyor.',
  'This flow does not read its answers aloud.': 'Bu akış yanıtlarını sesli okumuyor.',
  'This rating does not exist.': 'Böyle bir değerlendirme yok.',
  'Too many forms. Please wait a little and send it again.':
    'Çok fazla form gönderildi. Lütfen biraz bekleyip yeniden gönderin.',
  'Too many ratings. Please wait a little.': 'Çok fazla değerlendirme yapıldı. Lütfen biraz bekleyin.',
  'Too much was read aloud. Please wait a little.': 'Çok fazla yanıt okundu. Lütfen biraz bekleyin.',
  'Write at most 4,000 characters': 'En fazla 4.000 karakter yazın',
  'SQLite files are read only from the databases folder of this server.':
    'SQLite dosyaları yalnızca bu sunucunun veritabanı klasöründen okunur.',
  'This chatbot is not available right now.': 'Bu sohbet botu şu anda kullanılamıyor.',
}
