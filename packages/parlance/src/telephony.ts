export * from '@parlance/telephony';
