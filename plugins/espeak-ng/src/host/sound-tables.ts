/**
 * IPA and eSpeak NG's mnemonic for it, `ipa=mnemonic`: sounds of nearly every language. The tables of this file come from eSpeak NG 1.52, and a test
 * compares them with it.
 */
export const COMMON_SOUNDS =
  'ɾ=* e=e i=i o=o u=u m̩=m- l̩=l- t=t p=p k=k ʀ=r" j=j w=w ɫ=L h=h ɳ=n. ɲ=n^ ŋ=N dʒ=dZ ɟ=J c=c f=f z=z ʃ=S ʝ=J^ ç=C q=q χ=X n̩=n- ŋ̩=N- n=n l=l ʎ=l^ ɭ=l. m=m tʃ=tS tɕ=tS; θ=T s=s ʒ=Z ʐ=z. ʂ=s. ʑ=z; ɕ=S; x=x ɬ=l# ə=@ tʰ=t# b=b d=d ɡ=g β=B ɣ=Q ʁ=Q" r̩=r- ð=D ɛ=E a=a dʑ=dZ; ʋ=v# ɔ=O r=R aɪ=aI aʊ=aU v=v ʊ=U ɪ=I ɹ=r';

/** By eSpeak NG's voice: sounds that it has in addition or instead, and after `-` the common ones that it lacks. */
export const OWN_SOUNDS: Readonly<Record<string, string>> = {
  el: 'r=r ts=ts y=y ø=Y eʊ=eU iʊ=iU eɪ=eI ɛɪ=EI oɪ=oI uɪ=uI -ɪ -ɹ',
  kn: 'ɐ=a kʰ=k# ʌ=V eː=e: iː=i: uː=u: oː=o: dʰ=d# ɔː=O: ɔ̃=O~ aː=a: æː=&: ɛː=E: ɛ̃=E~ ã=a~ ẽ=e~ ĩ=i~ õ=o~ ũ=u~ ɪ̃=I~ ʌ̃=V~ ʊ̃=U~ pʰ=p# bʰ=b# ʈ=t. ɖ=d. ʈʰ=t.# ɖʰ=d.# cʰ=c# ɟʰ=J# ɡʰ=g# -a',
  pa: 'kʰ=k# eɪ=eI ʌ=V eː=e: iː=i: uː=u: oː=o: dʰ=d# ɔː=O: ɔ̃=O~ aː=a: æː=&: ɛː=E: ɛ̃=E~ ã=a~ ẽ=e~ ĩ=i~ õ=o~ ũ=u~ ɪ̃=I~ ʌ̃=V~ ʊ̃=U~ pʰ=p# bʰ=b# ʈ=t. ɖ=d. ʈʰ=t.# ɖʰ=d.# cʰ=c# ɟʰ=J# ɡʰ=g# -ɹ',
  ro: 'r=r zʲ=z; sʲ=s; ʒʲ=Z; ʃʲ=S; ts=ts ɨ=y ø=Y eʊ=eU iʊ=iU eɪ=eI ɛɪ=EI oɪ=oI uɪ=uI əɪ=@I oʊ=oU yɪ=yI əʊ=@U tʲ=t; dʲ=d; nʲ=n; lʲ=l; tsʲ=ts; mʲ=m; ʲ=I^ eo=eo iɪ=iI yʊ=yU ea=ea ɔa=Oa pʲ=p; fʲ=f; bʲ=b; ɾʲ=*; vʲ=v; -ʑ -ɕ -ɪ -ɹ',
  en: 'eɪ=eI ʌ=V ɒ=0 eː=e: iː=i: uː=u: oː=o: ɑː=A: ɔɪ=OI ʍ=w# əl=@L ɜː=3: ɔː=O: əʊ=oU eə=e@ iə=i@ ʊə=U@ aɪə=aI@ aʊə=aU@ əɹ=IR ʌɹ=VR ɑ̃=A~ ɔ̃=O~ -tʰ -r̩',
  'es-419': 'β=b ð=d ɣ=g s=T ts=ts y=y ø=Y eʊ=eU iʊ=iU eɪ=eI ɛɪ=EI oɪ=oI uɪ=uI d=d_ -θ -b -ɡ -ɪ -ɹ',
  nl: 'r=r y=y eʊ=eU ɛɪ=EI ɑ=A eː=e: oː=o: ɔː=O: ɑ̃=A~ ɔ̃=O~ aː=a: ɵ=8 øː=Y: yʊ=yU œy=Wy ʌʊ=VU -aɪ -aʊ -v -ʊ -ɹ',
  gu: 'ʋ=v kʰ=k# ʌ=V eː=e: iː=i: uː=u: oː=o: dʰ=d# ɔː=O: ɔ̃=O~ aː=a: æː=&: ɛː=E: ɛ̃=E~ ã=a~ ẽ=e~ ĩ=i~ õ=o~ ũ=u~ ɪ̃=I~ ʌ̃=V~ ʊ̃=U~ pʰ=p# bʰ=b# ʈ=t. ɖ=d. ʈʰ=t.# ɖʰ=d.# cʰ=c# ɟʰ=J# ɡʰ=g# aɪ̃=aI~ aʊ̃=aU~ -v -ɹ',
  ar: 'ħ=H dˤ=dH -ʒ -ɛ -ɔ -aɪ -aʊ -ʊ -ɪ',
  it: 'ts=ts dz=dz y=y ø=Y eʊ=eU iʊ=iU eɪ=eI ɛɪ=EI oɪ=oI uɪ=uI ss=ss ɣ̃=g~',
  de: 'r=r ts=ts ʏ=y ɛɪ=EI ɑ=A œ=W eː=e: ɜ=3 iː=i: yː=y: uː=u: oː=o: ɑː=A: ɔø=OY oʊ=oU ɑ̃=A~ ɔ̃=O~ øː=Y: ɪː=I: ɛː=E: œ̃=W~ ʊɐ=UR pf=pF iɐ=iR -v -ɹ',
  fr: 'ʁ=r y=y ø=Y œ=W ʌ=V uː=u: əʊ=oU ɑ̃=A~ ɔ̃=O~ ɛ̃=E~ œ̃=W~ -aɪ -aʊ -ʊ -ɹ',
  cmn: 'ʂ=s; ts=ts ph=ph kh=kh y=y ɑ=A th=th tɕh=tS;h tsh=tsh ai=ai ɑu=Au ər=@r ei=ei iɑ=iA iɑu=iAu iɛ=iE io=io iou=iou ou=ou onɡ=ong uɑ=uA ua=ua uai=uai uə=u@ uei=uei uo=uo yu=yu yæ=y& yɛ=yE yə=y@ yi=yi -ŋ̩ -ɔ -aɪ -aʊ -ʊ -ɪ',
  'pt-br':
    'ts=ts y=y ø=Y eʊ=eU iʊ=iU eɪ=eI ɛɪ=EI oɪ=oI uɪ=uI ɑ=A æ=& ɔɪ=OI ẽ=e~ ĩ=i~ õ=o~ ũ=u~ ɛʊ=EU ɐ̃=&~ ɐ̃ʊ=&U~ õɪ̀=oI~ -r̩',
  ru: 'r=r ɑ=a ɭ=l dʒʲ=dZ; tʃʲ=tS; sʲ=s; ts=ts y=y ø=Y a=a# ɵ=8 tʲ=t; dʲ=d; mʲ=m; ja=I3 ju=ju ʌ=V# ɔ=O- -l -ʎ -tɕ -dʑ -aɪ -aʊ -v -ʊ -ɹ',
  sr: 'dʑ=dz ts=ts ɨ=y eʊ=eU eɪ=eI ɑ=A ɐ=& eː=e: iː=i: uː=u: oː=o: oʊ=oU ɔ̃=O~ aː=a: ɛ̃=E~ tʲ=t; dʲ=d; hʰ=h# r̩ː=r: r̝=R^ r̝̊=R^/ l̩ː=l: xʰ=x# -v',
  tr: 'ɯ=@ ə=@- r=r/ ts=ts y=y ø=Y eʊ=eU iʊ=iU eɪ=eI ɛɪ=EI oɪ=oI uɪ=uI œ=W æ=& ɢ=G',
  ko: 'ʌ=@ ə=@- ɐ=a ph=ph kh=kh ɯ=u- -a -ɔ -aɪ -aʊ -ʊ -ɪ',
  bn: 'ʋ=v kʰ=k# æ=& eː=e: iː=i: uː=u: oː=o: dʰ=d# ɔː=O: ɔ̃=O~ aː=a: æː=&: ɛː=E: ɛ̃=E~ ã=a~ ẽ=e~ ĩ=i~ õ=o~ ũ=u~ ɪ̃=I~ ʌ̃=V~ ʊ̃=U~ pʰ=p# bʰ=b# ʈ=t. ɖ=d. ʈʰ=t.# ɖʰ=d.# cʰ=c# ɟʰ=J# ɡʰ=g# tʃʰ=tS# -v -ɹ',
  sv: 'y=y œ=W æ=& eː=e: iː=i: yː=y: uː=u: oː=o: ɑː=A: ɵ=8 øː=Y: ɛː=E: ʉ=u- sx=sx -aɪ -aʊ',
  yue: 'ai=ai ei=ei ou=ou onɡ=ong yu=yu aa=aa oi=oi ui=ui au=au eu=eu iu=iu nɡ=ng aai=aai aau=aau anɡ=ang aanɡ=aang enɡ=eng inɡ=ing oenɡ=oeng unɡ=ung oe=oe eo=eo eoi=eoi -ɛ -ɔ -aɪ -aʊ -ʊ -ɪ',
  cs: 'dʑ=dz ts=ts ɨ=y eʊ=eU eɪ=eI æ=& eː=e: iː=i: uː=u: oː=o: oʊ=oU ɔ̃=O~ aː=a: ɛ̃=E~ tʲ=t; dʲ=d; r̩ː=r: r̝=R^ r̝̊=R^/ l̩ː=l: -v -ʊ -ɪ',
  pt: 'r=r/ ʁ=x ts=ts ɨ=y ø=Y eʊ=eU iʊ=iU eɪ=eI ɛɪ=EI oɪ=oI uɪ=uI ɑ=A ɐ=& ɔɪ=OI ẽ=e~ ĩ=i~ õ=o~ ũ=u~ ɛʊ=EU ɐ̃=&~ ɐ̃ʊ=&U~ õɪ̀=oI~ -x -r̩',
  lv: 'r̝=r t͡ʃ=tS ʋ=v t͡s=ts æ=E y=y eː=e: ai=ai ei=ei uo=uo iː=i: yː=y: uː=u: oː=o: aː=a: oi=oi ui=ui au=au iu=iu ie=ie æː=E: -n̩ -tʃ -ð -ɛ -ɔ -aɪ -aʊ -v -ʊ -ɪ -ɹ',
  ca: 'm=n β=b ð=d ɣ=g ts=ts y=y ø=Y eʊ=eU iʊ=iU eɪ=eI ɛɪ=EI oɪ=oI uɪ=uI ɱ=M n=n_ -b -d -ɡ -v -ɪ -ɹ',
  ms: 'ts=ts y=y ø=Y eʊ=eU iʊ=iU eɪ=eI ɛɪ=EI oɪ=oI uɪ=uI ɔɪ=OI əʊ=@U -ɪ',
  pl: 'dʑ=dz ts=ts ɨ=y ɔ̃=O~ ɛ̃=E~ tʲ=t; dʲ=d; -aɪ -aʊ -v -ʊ -ɪ',
  af: 'r=r ɐ=a y=y ɛɪ=eI ʊɪ=oI uɪ=uI œ=W æ=& eː=e: ɑː=A: ɔɪ=OI əl=@L ɜː=3: ɔː=O: ʊə=o@ iə=e@ ɑ̃=A~ æː=&: iu=iu øy=Yy əʊ=@U ẽ=e~ õ=o~ ɑɪ=AI øə=Y@ -a -ʊ -ɪ -ɹ',
  nb: 'y=y ɑ=A œ=W eː=e: iː=i: yː=y: uː=u: oː=o: ɑː=A: ɔɪ=OI aː=a: øː=Y: øy=Yy ɛː=E: ʉ=u- ʉː=u-: ɑɪ=AI ʉɪ=u-I',
  bg: 'r=r dʑ=dz ts=ts ɨ=y ɔ̃=O~ ɛ̃=E~ ɡʰ=g# tʲ=t; dʲ=d; ɡʲ=g; -aɪ -aʊ -v -ʊ -ɪ -ɹ',
  te: 'r=r kʰ=k# ʌ=V eː=e: iː=i: uː=u: oː=o: dʰ=d# ɔː=O: ɔ̃=O~ aː=a: æː=&: ɛː=E: ɛ̃=E~ ã=a~ ẽ=e~ ĩ=i~ õ=o~ ũ=u~ ɪ̃=I~ ʌ̃=V~ ʊ̃=U~ pʰ=p# bʰ=b# ʈ=t. ɖ=d. ʈʰ=t.# ɖʰ=d.# cʰ=c# ɟʰ=J# ɡʰ=g# -ɹ',
  sk: 'dʑ=dz ts=ts ɨ=y eʊ=eU eɪ=eI æ=& eː=e: iː=i: uː=u: oː=o: oʊ=oU ɔ̃=O~ aː=a: ɛ̃=E~ tʲ=t; dʲ=d; r̩ː=r: r̝=R^ r̝̊=R^/ l̩ː=l: -v -ʊ -ɪ',
  da: 'ʁ=r r=r/ ʋ=v ɒ=O y=y ø=Y ɑ=A œ=W ʌ=V ɔ=0 ɐ̯=3- ɜ=3 ε=?E -aʊ -v -ʊ -ɹ',
  vi: 'kh=kh y=y eʊ=eU iʊ=iU eɪ=eI ɛɪ=EI oɪ=oI uɪ=uI iɛ=iE uə=u@ yə=y@ əɪ=@I ɔɪ=OI oə=o@ iə=i@ aː=a: yɪ=yI əʊ=@U ɗ=d_ ɛʊ=EU ɔi=Oi əː=@: aːɪ=a:I əːɪ=@:I aːʊ=a:U əːʊ=@:U oæ=o& cr=cr -ʊ -ɪ',
  'en-us':
    'æ=a eɪ=eI ʌ=V ɑː=0 eː=e: iː=i: uː=u: oː=o: ɔɪ=OI ɚ=3 ʍ=w# əl=@L ᵻ=I# ɑːɹ=A@ ɜː=3: ɔː=O: ɔːɹ=O@ oʊ=oU ɛɹ=e@ iə=i@ ɪɹ=i@3 ʊɹ=U@ aɪə=aI@ aɪɚ=aI3 aɪʊɀ=aU@ əɹ=IR ʌɹ=VR ɑ̃=A~ ɔ̃=O~ -tʰ -r̩ -a',
  fi: 'r=r y=y ø=Y æ=& ai=ai ei=ei ou=ou uo=uo yi=yi æi=&i øi=Yi oi=oi ui=ui au=au eu=eu iu=iu æy=&y ey=ey øy=Yy iy=iy ie=ie yø=yY -ɛ -ɔ -aɪ -aʊ -ɹ',
  ml: 'ɐ=a kʰ=k# ɨ=y ʌ=V eː=e: iː=i: uː=u: oː=o: dʰ=d# ɔː=O: ɔ̃=O~ aː=a: æː=&: ɛː=E: ɛ̃=E~ ã=a~ ẽ=e~ ĩ=i~ õ=o~ ũ=u~ ɪ̃=I~ ʌ̃=V~ ʊ̃=U~ pʰ=p# bʰ=b# ʈ=t. ɖ=d. ʈʰ=t.# cʰ=c# ɟʰ=J# ɡʰ=g# -a -ɹ',
  is: 'ʋ=v y=y eɪ=eI œ=W iː=i: yː=y: uː=u: ɔɪ=OI ɔː=O: oʊ=oU aː=a: øy=Yy ɪː=I: ɛː=E: œː=W: aɪː=aI: eɪː=eI: aʊː=aU: oʊː=oU: øyː=Yy: yɪ=yI -ɬ -v -ʊ',
  hu: 'ts=ts dz=dz y=y ø=Y ɑ=A eː=e: iː=i: yː=y: uː=u: oː=o: aː=a: øː=Y: -ɔ -aɪ -aʊ -ʊ -ɪ',
  id: 'ts=ts y=y ø=Y eʊ=eU iʊ=iU eɪ=eI ɛɪ=EI oɪ=oI uɪ=uI ɔɪ=OI əʊ=@U -ɪ',
  ta: 'ɻ=z. kʰ=k# ʉ=U ʌ=V eː=e: iː=i: uː=u: oː=o: dʰ=d# ɔː=O: ɔ̃=O~ aː=a: æː=&: ɛː=E: ɛ̃=E~ ã=a~ ẽ=e~ ĩ=i~ õ=o~ ũ=u~ ɪ̃=I~ ʌ̃=V~ ʊ̃=U~ pʰ=p# bʰ=b# ʈ=t. ɖ=d. ʈʰ=t.# ɖʰ=d.# cʰ=c# ɟʰ=J# ɡʰ=g# -ʐ -ʊ',
  es: 'β=b ð=d ɣ=g ts=ts y=y ø=Y eʊ=eU iʊ=iU eɪ=eI ɛɪ=EI oɪ=oI uɪ=uI d=d_ -b -ɡ -ɪ -ɹ',
  hi: 'ʋ=v kʰ=k# ʌ=V eː=e: iː=i: uː=u: oː=o: dʰ=d# ɔː=O: ɔ̃=O~ aː=a: æː=&: ɛː=E: ɛ̃=E~ ã=a~ ẽ=e~ ĩ=i~ õ=o~ ũ=u~ ɪ̃=I~ ʌ̃=V~ ʊ̃=U~ pʰ=p# bʰ=b# ʈ=t. ɖ=d. ʈʰ=t.# ɖʰ=d.# cʰ=c# ɟʰ=J# ɡʰ=g# -v -ɹ',
  uk: ' -ɔ -aɪ -aʊ -v -ʊ',
};
