import type { VocabularyTerm } from '@parlance/core/vocabulary';
import { createChance } from '../runner/chance.ts';

/** Terms that the limits of the matching were chosen on, and as many that nobody looked at while they were. */
export type Half = 'tuning' | 'held back';

export interface BenchmarkTerm extends VocabularyTerm {
  readonly kind: TermKind;
  readonly half: Half;
}

/** `term`, or `term=said as` where a voice would not read it right; parted by commas. */
const TERMS = {
  person:
    'Siobhan=shivawn, Nguyen=win, Okonkwo, Villanueva, Krzysztof=kristoff, Aaliyah, Eilidh=aylee, Xiomara, Szymanski, Bhattacharya, ' +
    'Joaquin=wakeen, Oluwaseun, Zbigniew, Thandiwe, Kowalczyk, Ferreira, Abernathy, Castellanos, Haverkamp, Lindqvist, ' +
    'Papadopoulos, Quintero, Rasmussen, Saoirse=seersha, Takahashi, Vandermeer, Wojcik=voychick, Yamamoto, Zuleika, Ximena, ' +
    'Bergstrom, Chaudhary, Delacroix, Fitzwilliam, Giannopoulos, Hrovat, Iyengar, Jorgensen, Kaczmarek, Montgomery',
  company:
    'Anthropic, Snowflake, Databricks, Palantir, Novo Nordisk, Zalando, Lufthansa, Accenture, Deloitte, Maersk, ' +
    'Siemens, Heineken, Huawei=wah way, Xiaomi=shao mee, Spotify, Shopify, Twilio, Okta, Zendesk, Klarna, ' +
    'Revolut, Monzo, Nvidia, Qualcomm, Foxconn, Thyssenkrupp, Vodafone, Telefonica, Ericsson, Kaspersky, ' +
    'Fortinet, HashiCorp, Cloudera, Grafana, Atlassian, Lyft, Etsy, Instacart, Unilever, Schaeffler',
  drug:
    'Ozempic, Humira, Entresto, Eliquis, Xarelto=zarelto, Januvia, Farxiga, Jardiance, Trulicity, Mounjaro, ' +
    'Wegovy, Keytruda, Metformin, Lisinopril, Levothyroxine, Atorvastatin, Amlodipine, Omeprazole, Sertraline, Gabapentin, ' +
    'Clopidogrel, Montelukast, Escitalopram, Rosuvastatin, Pantoprazole, Furosemide, Apixaban, Rivaroxaban, Semaglutide, Adalimumab, ' +
    'Trastuzumab, Pembrolizumab, Azithromycin, Ciprofloxacin, Methotrexate, Hydroxychloroquine, Tamsulosin, Duloxetine, Quetiapine, ' +
    'Empagliflozin',
  place:
    'Llandudno, Reykjavik, Ljubljana, Schenectady, Poughkeepsie=pokipsy, Tallahassee, Albuquerque, Ouagadougou, Antananarivo, Gdansk, ' +
    'Wroclaw=vrotswaf, Kilkenny, Ballymena, Aberystwyth, Szeged, Tbilisi, Bishkek, Chattanooga, Kalamazoo, Okeechobee, ' +
    'Saskatoon, Walla Walla, Truro, Dubrovnik, Thessaloniki, Mombasa, Dar es Salaam, Phuket=poo ket, Chiang Mai, Yogyakarta, ' +
    'Guadalajara, Oaxaca=wahaka, Valparaiso, Cochabamba, Timisoara, Marrakesh, Bratislava, Zhengzhou, Kirkcaldy, Machynlleth',
  product:
    'Kubernetes, PostgreSQL, Terraform, Ansible, Jenkins, Prometheus, RabbitMQ, Kafka, Elasticsearch, MongoDB, ' +
    'GraphQL, kubectl=cube control, nginx=engine x, TypeScript, NumPy, PyTorch, TensorFlow, Photoshop, QuickBooks, OneDrive, ' +
    'PowerPoint, AirPods, Chromecast, PlayStation, ThinkPad, Roomba, Vitamix, Nespresso, Paperwhite, Logitech, ' +
    'Bluetooth, JavaScript, WireGuard, OpenVPN, Salesforce, LibreOffice, Raspbian, Moulinex, Tupperware, Airtable',
} as const;

export type TermKind = keyof typeof TERMS;

/** The halves are drawn once and for all, as many of each kind in both. */
const SEED_OF_HALVES = 22;

export const BENCHMARK_TERMS: readonly BenchmarkTerm[] = Object.entries(TERMS).flatMap(([kind, list]) => {
  const chance = createChance(SEED_OF_HALVES);
  const terms = list.split(', ').map((entry) => ({ entry, at: chance.next() }));
  const heldBack = new Set(terms.toSorted((one, other) => one.at - other.at).slice(terms.length / 2));
  return terms.map((one): BenchmarkTerm => {
    const [term = '', saidAs] = one.entry.split('=');
    const half = heldBack.has(one) ? 'held back' : 'tuning';
    return { term, ...(saidAs !== undefined && { saidAs }), kind: kind as TermKind, half };
  });
});
