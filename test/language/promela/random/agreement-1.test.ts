import { describeAgreement } from './agreement.js';

describeAgreement(0);
