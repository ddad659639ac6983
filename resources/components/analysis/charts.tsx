import HighchartsModule from 'highcharts/esm/highcharts.js';
import 'highcharts/esm/modules/accessibility.js';
import * as ReactWrapper from 'highcharts-react-official';
import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import type { AnalysisData } from '../../../src/contracts/analysis';
import { formatRupees } from '../../lib/format';
import { DARK, FONTS, LIGHT } from '../../tokens';
import { hourLabel } from './hours';

/** The wrapper is published as UMD: the bundler hands out its default export one level deeper than its types say. */
const wrapper = ReactWrapper.default as typeof ReactWrapper.default & { default?: typeof ReactWrapper.default };
const HighchartsReact = wrapper.default ?? wrapper;
const Highcharts = HighchartsModule as unknown as typeof import('highcharts');

const CHART_HEIGHT = 360;
const still = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
const shortRupees = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 });

function baseOptions(scheme: 'light' | 'dark'): Highcharts.Options {
  const colours = scheme === 'dark' ? DARK : LIGHT;
  const text = { color: colours.muted, fontSize: '0.8125rem' };
  return {
    chart: {
      type: 'column',
      height: CHART_HEIGHT,
      animation: !still(),
      backgroundColor: 'transparent',
      style: { fontFamily: FONTS.text },
    },
    // A style element of its own would be refused by the security policy; analysis.module.css has the colours.
    palette: { injectCSS: false },
    title: { text: undefined },
    credits: { enabled: false },
    legend: {
      itemStyle: { ...text, color: colours.text, fontWeight: '500' },
      itemHoverStyle: { color: colours.accent },
    },
    xAxis: { labels: { style: text }, lineColor: colours.borderStrong, tickColor: colours.borderStrong },
    tooltip: {
      shared: true,
      animation: !still(),
      backgroundColor: colours.surface,
      borderColor: colours.borderStrong,
      style: { color: colours.text, fontSize: '0.875rem' },
    },
    plotOptions: { column: { animation: !still(), borderWidth: 0, borderRadius: 3, maxPointWidth: 48 } },
    accessibility: { announceNewData: { enabled: false } },
  };
}

function axis(scheme: 'light' | 'dark', title: string, more: Highcharts.YAxisOptions): Highcharts.YAxisOptions {
  const colours = scheme === 'dark' ? DARK : LIGHT;
  return {
    title: { text: title, style: { color: colours.muted } },
    labels: { style: { color: colours.muted } },
    gridLineColor: colours.border,
    ...more,
  };
}

/** Revenue in blue, transactions in red, one group of bars per seller. */
export function ManagersChart({ data }: { data: AnalysisData['salesManagerChartData'] }) {
  const scheme = useComputedColorScheme('light');
  const options = useMemo<Highcharts.Options>(() => {
    const colours = scheme === 'dark' ? DARK : LIGHT;
    const base = baseOptions(scheme);
    return {
      ...base,
      xAxis: { ...base.xAxis, categories: data.labels },
      yAxis: [
        axis(scheme, 'Revenue', { labels: { style: { color: colours.muted }, formatter: rupeeLabel } }),
        axis(scheme, 'Transactions', { opposite: true, allowDecimals: false, min: 0 }),
      ],
      series: [
        { type: 'column', name: 'Revenue', data: data.revenueData, color: colours.blue.text, tooltip: rupeeTooltip },
        { type: 'column', name: 'Transactions', data: data.countData, yAxis: 1, color: colours.red.text },
      ],
      accessibility: {
        ...base.accessibility,
        description:
          'Revenue and number of transactions of each sales manager. The table below holds the same figures.',
      },
    };
  }, [data, scheme]);
  return <HighchartsReact highcharts={Highcharts} options={options} />;
}

/** Links made and payments received by the hour of the Indian day. */
export function HoursChart({ hours }: { hours: AnalysisData['hours'] }) {
  const scheme = useComputedColorScheme('light');
  const options = useMemo<Highcharts.Options>(() => {
    const colours = scheme === 'dark' ? DARK : LIGHT;
    const base = baseOptions(scheme);
    return {
      ...base,
      xAxis: { ...base.xAxis, categories: hours.map(({ hour }) => hourLabel(hour)) },
      yAxis: [axis(scheme, 'Number', { allowDecimals: false, min: 0 })],
      series: [
        {
          type: 'column',
          name: 'Links created',
          data: hours.map(({ created }) => created),
          color: colours.borderStrong,
        },
        { type: 'column', name: 'Paid', data: hours.map(({ paid }) => paid), color: colours.green.text },
      ],
      accessibility: {
        ...base.accessibility,
        description:
          'Links created and payments received by the hour of the day. The table below holds the same figures.',
      },
    };
  }, [hours, scheme]);
  return <HighchartsReact highcharts={Highcharts} options={options} />;
}

function rupeeLabel(this: { value: string | number }): string {
  return `₹${shortRupees.format(Number(this.value))}`;
}

const rupeeTooltip: Highcharts.SeriesTooltipOptionsObject = {
  pointFormatter() {
    const colour = typeof this.color === 'string' ? this.color : '';
    return `<span style="color:${colour}">●</span> ${this.series.name}: <b>${formatRupees(this.y ?? 0)}</b><br/>`;
  },
};

// Numbers of the axes and tooltips: 1,00,000.
Highcharts.setOptions({ lang: { locale: 'en-IN' } });
